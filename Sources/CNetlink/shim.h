#pragma once
#include <errno.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <stdbool.h>
#include <sys/socket.h>
#include <unistd.h>

/* A socket that hears of new addresses and routes (rtnetlink(7)); -1 where there is none. The caller
   closes it. */
static inline int network_watch_open(void) {
  struct sockaddr_nl groups = {
    .nl_family = AF_NETLINK,
    .nl_groups = RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_ROUTE};
  int watch = socket(AF_NETLINK, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, NETLINK_ROUTE);
  if (watch >= 0 && bind(watch, (struct sockaddr *)&groups, sizeof groups) != 0) {
    close(watch);
    return -1;
  }
  return watch;
}

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
