"""An https server that offers HTTP/2 and cannot speak it: broken-http2.py CERTIFICATE KEY.

It listens on the socket that it gets as descriptor 100.
"""
import socket
import ssl
import sys

context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1], sys.argv[2])
context.set_alpn_protocols(["h2", "http/1.1"])
listener = socket.socket(fileno=100)
while True:
    plain, _ = listener.accept()
    try:
        connection = context.wrap_socket(plain, server_side=True)
        if connection.selected_alpn_protocol() == "h2":
            connection.recv(1 << 16)
            connection.sendall(b"HTTP/1.1 200 OK\r\n\r\nnot a frame")
        else:
            connection.recv(1 << 16)
            body = b"by HTTP/1.1"
            head = b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % len(body)
            connection.sendall(head + body)
        connection.close()
    except OSError:
        plain.close()
