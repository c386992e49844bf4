"""An https server that offers HTTP/2 and cannot speak it: broken-http2.py CERTIFICATE KEY.

It listens on the socket that it gets as descriptor 100.
"""
import socket
import ssl
import sys
import threading

SETTINGS = bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])
# RST_STREAM for the first stream (RFC 9113 6.4).
PROTOCOL_ERROR = bytes([0, 0, 4, 3, 0, 0, 0, 0, 1, 0, 0, 0, 1])
BODY = b"by HTTP/1.1"

context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1], sys.argv[2])
context.set_alpn_protocols(["h2", "http/1.1"])


def serve(plain):
    try:
        with context.wrap_socket(plain, server_side=True) as connection:
            speaks_http2 = connection.selected_alpn_protocol() == "h2"
            while connection.recv(1 << 16):
                if speaks_http2:
                    connection.sendall(SETTINGS + PROTOCOL_ERROR)
                    speaks_http2 = False
                elif connection.selected_alpn_protocol() != "h2":
                    head = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(BODY)
                    connection.sendall(head + BODY)
    except OSError:
        plain.close()


listener = socket.socket(fileno=100)
while True:
    threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
