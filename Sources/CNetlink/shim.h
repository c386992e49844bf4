#pragma once
/* Kernel headers only: those of the C library belong to its own module. */
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <stdbool.h>
#include <stddef.h>

/* Whether one message tells of an address that others can reach or of a way to everywhere. */
static inline bool network_watch_is_arrival(const struct nlmsghdr *message) {
  if (message->nlmsg_type == RTM_NEWADDR &&
      message->nlmsg_len >= NLMSG_LENGTH(sizeof(struct ifaddrmsg)))
    return ((const struct ifaddrmsg *)NLMSG_DATA(message))->ifa_scope < RT_SCOPE_LINK;
  if (message->nlmsg_type == RTM_NEWROUTE &&
      message->nlmsg_len >= NLMSG_LENGTH(sizeof(struct rtmsg))) {
    const struct rtmsg *route = (const struct rtmsg *)NLMSG_DATA(message);
    return route->rtm_dst_len == 0 && route->rtm_type == RTN_UNICAST;
  }
  return false;
}

/* Whether any of the messages in these bytes, which are aligned as messages are, tells of an arrival. */
static inline bool network_watch_tells_arrival(const void *bytes, size_t count) {
  int rest = (int)count;
  for (const struct nlmsghdr *message = (const struct nlmsghdr *)bytes; NLMSG_OK(message, rest);
       message = NLMSG_NEXT(message, rest))
    if (network_watch_is_arrival(message)) return true;
  return false;
}
