# Varnish 7 with vmod_xkey (Debian: varnish, varnish-modules) in front of the site, behind what ends TLS.
# docs/operations/cdn.md: CDN=varnish, CDN_PURGE_URL=http://127.0.0.1:6081/
vcl 4.1;

import std;
import xkey;

backend default {
    .host = "127.0.0.1";
    .port = "3000";
}

# The nodes, which say what is to be purged.
acl nodes {
    "127.0.0.1";
    "::1";
}

sub vcl_recv {
    if (req.method == "PURGE") {
        if (client.ip !~ nodes) {
            return (synth(403));
        }
        xkey.purge(req.http.xkey);
        return (synth(200));
    }
    # From whoever ends TLS in front, with the visitor's address; Varnish has added the address that it sees.
    unset req.http.xkey;
    # Varnish takes the Content-Range of PostgREST's protocol ("0-9/*", without a unit) for a broken answer, and answers 503.
    if (req.http.upgrade ~ "(?i)^websocket$" || req.url ~ "^/rest/") {
        return (pipe);
    }
    if (req.url ~ "^/(auth|realtime|site|newsletter)/" || req.url ~ "^/(healthz|readyz|metrics)") {
        return (pass);
    }
    if (req.url ~ "^/storage/" && req.url !~ "^/storage/v1/(object|render/image)/public/") {
        return (pass);
    }
    # An administrator, while everybody else gets the page of the maintenance.
    if (req.http.cookie ~ "maintenance-pass=") {
        return (pass);
    }
    # Pages are the same for everybody; what is personal is fetched by the page. Only in which lane one is rendered depends
    # on a cookie.
    unset req.http.x-lane;
    if (req.http.cookie ~ "(?:^|;\s*)lane=") {
        set req.http.x-lane = regsub(req.http.cookie, "^(?:.*;\s*)?(lane=[\w.-]+).*$", "\1");
    }
    unset req.http.cookie;
}

sub vcl_backend_fetch {
    if (bereq.http.x-lane) {
        set bereq.http.cookie = bereq.http.x-lane;
        unset bereq.http.x-lane;
    }
}

sub vcl_pipe {
    if (req.http.upgrade) {
        set bereq.http.upgrade = req.http.upgrade;
        set bereq.http.connection = req.http.connection;
    } else {
        # What comes next on the connection is judged again.
        set bereq.http.connection = "close";
    }
}

sub vcl_backend_response {
    # What a purge did not reach must not be shown after its time.
    set beresp.grace = 0s;
    if (beresp.status >= 400 || beresp.http.set-cookie) {
        set beresp.uncacheable = true;
        set beresp.ttl = 5s;
    }
}

sub vcl_deliver {
    unset resp.http.xkey;
}
