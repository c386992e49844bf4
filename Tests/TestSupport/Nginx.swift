import Glibc
import ZitareBase

/// nginx with a folder of its own, for http and https on free ports; it ends with this value.
///
/// Below `files` it serves what a test writes there, packed with gzip where that is asked for.
/// `/limited/` answers the second request in a minute with 429, `/slow/` sends 100 KiB a second,
/// `/put/` takes files by PUT, `/whole/` knows no ranges and `/closing/` keeps no connection.
/// `/proxied/PORT/` passes what a server on loopback answers. At a third port it speaks TLS 1.1 and nothing
/// newer.
public final class Nginx: Sendable {
  public let port: UInt16
  public let securePort: UInt16
  public let outdatedPort: UInt16
  public let authority: TestAuthority
  private let folder = TemporaryFolder()
  private let process: ChildProcess

  public init() throws {
    authority = try TestAuthority()
    let (plain, port) = listenOnLoopback()
    let (secure, securePort) = listenOnLoopback()
    let (outdated, outdatedPort) = listenOnLoopback()
    defer {
      close(plain)
      close(secure)
      close(outdated)
    }
    self.port = port
    self.securePort = securePort
    self.outdatedPort = outdatedPort
    try Files.makeFolder(folder.appending("files"))
    try folder.write(
      "nginx.conf", Self.configuration(port, securePort, outdatedPort, authority).utf8)
    // It takes the sockets over, so that connections can be made before it has started.
    process = try ChildProcess(
      "nginx", ["-p", folder.path.string, "-c", "nginx.conf", "-e", "error.log"],
      environment: searchPath.merging(["NGINX": "100;101;102;"]) { $1 },
      descriptors: [100: plain, 101: secure, 102: outdated])
  }

  deinit {
    process.signal(SIGTERM)  // its worker would outlive a SIGKILL
    _ = try? process.wait()
  }

  public func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }
  public func secureURL(_ path: String) -> String { "https://localhost:\(securePort)\(path)" }

  /// Puts a file where it is served.
  public func write(_ name: String, _ bytes: some Sequence<UInt8>) throws {
    try folder.write("files/\(name)", bytes)
  }

  /// A file that is served, or was put.
  public func read(_ name: String) throws -> [UInt8]? { try folder.read("files/\(name)") }

  private static func configuration(
    _ port: UInt16, _ securePort: UInt16, _ outdatedPort: UInt16, _ authority: TestAuthority
  ) -> String {
    """
    \(getuid() == 0 ? "user root;" : "")
    daemon off;
    worker_processes 1;
    pid nginx.pid;
    error_log error.log;
    events { worker_connections 256; }
    http {
      access_log off;
      client_body_temp_path body;
      proxy_temp_path proxy;
      fastcgi_temp_path fastcgi;
      uwsgi_temp_path uwsgi;
      scgi_temp_path scgi;
      client_max_body_size 100m;
      gzip on;
      gzip_types *;
      gzip_min_length 100;
      keepalive_requests 100000;
      ssl_certificate \(authority.serverCertificate);
      ssl_certificate_key \(authority.serverKey);
      limit_req_zone $binary_remote_addr zone=limited:1m rate=1r/m;
      server {
        listen 127.0.0.1:\(port);
        listen 127.0.0.1:\(securePort) ssl http2;
        ssl_protocols TLSv1.2 TLSv1.3;
        root files;
        location /limited/ {
          alias files/;
          limit_req zone=limited;
          limit_req_status 429;
          add_header Retry-After 7 always;
        }
        location /slow/ { alias files/; limit_rate 100k; gzip off; }
        location ~ ^/proxied/(\\d+)/(.*)$ {
          proxy_pass http://127.0.0.1:$1/$2;
          proxy_http_version 1.1;
          gzip off;
        }
        location /put/ { dav_methods PUT; create_full_put_path on; }
        location /whole/ { alias files/; max_ranges 0; }
        location /closing/ { alias files/; keepalive_timeout 0; }
      }
      server {
        listen 127.0.0.1:\(outdatedPort) ssl;
        ssl_protocols TLSv1.1;
        ssl_ciphers DEFAULT@SECLEVEL=0;
        root files;
      }
    }

    """
  }
}
