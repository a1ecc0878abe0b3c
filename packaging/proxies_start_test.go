//go:build proxies

package packaging

import (
	"path/filepath"
	"testing"
)

func startCaddy(t *testing.T, first, second string) *site {
	t.Helper()
	site := newSite(t)
	config := replaceAll(t, "../deploy/caddy/Caddyfile", map[string]string{
		"cards.example.com {": "https://" + site.address + " {\n\ttls " + site.certificate + " " + site.key + "\n\tbind 127.0.0.1",
		"127.0.0.1:8081":      first,
		"127.0.0.1:8082":      second,
	})
	file := filepath.Join(site.folder, "Caddyfile")
	write(t, file, "{\n\tadmin off\n\tauto_https disable_redirects\n}\n"+config)
	start(t, program(t, "CADDY", "caddy"), []string{"XDG_DATA_HOME=" + site.folder, "XDG_CONFIG_HOME=" + site.folder},
		"run", "--adapter", "caddyfile", "--config", file)
	site.waitUntilReady(t)
	return site
}

func startNginx(t *testing.T, first, second string) *site {
	t.Helper()
	site := newSite(t)
	config := replaceAll(t, "../deploy/nginx/axioma.conf", map[string]string{
		"listen 80;":         "listen " + freeAddress(t) + ";",
		"listen [::]:80;":    "listen " + freeAddress(t) + ";",
		"listen 443 ":        "listen " + site.address + " ",
		"listen [::]:443 ":   "listen " + freeAddress(t) + " ",
		"cards.example.com;": "localhost;",
		"127.0.0.1:8081":     first,
		"127.0.0.1:8082":     second,
		"ssl_certificate /etc/letsencrypt/live/cards.example.com/fullchain.pem":   "ssl_certificate " + site.certificate,
		"ssl_certificate_key /etc/letsencrypt/live/cards.example.com/privkey.pem": "ssl_certificate_key " + site.key,
	})
	write(t, filepath.Join(site.folder, "axioma.conf"), config)
	around := "daemon off;\nmaster_process off;\npid nginx.pid;\nerror_log stderr;\nevents { }\nhttp {\naccess_log off;\n"
	for _, kind := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		around += kind + "_temp_path " + site.folder + "/" + kind + ";\n"
	}
	file := filepath.Join(site.folder, "nginx.conf")
	write(t, file, around+"include axioma.conf;\n}\n")
	start(t, program(t, "NGINX", "nginx"), nil, "-p", site.folder, "-c", file, "-e", "stderr")
	site.waitUntilReady(t)
	return site
}

func startHAProxy(t *testing.T, first, second string) *site {
	t.Helper()
	site := newSite(t)
	both := filepath.Join(site.folder, "site.pem")
	write(t, both, read(t, site.certificate)+read(t, site.key))
	config := replaceAll(t, "../deploy/haproxy/haproxy.cfg", map[string]string{
		"bind :::80 v4v6": "bind " + freeAddress(t),
		"bind :::443 v4v6 ssl crt /etc/haproxy/certs/cards.example.com.pem": "bind " + site.address + " ssl crt " + both,
		"abns@axioma-door": filepath.Join(site.folder, "door"),
		"127.0.0.1:8081":   first,
		"127.0.0.1:8082":   second,
	})
	file := filepath.Join(site.folder, "haproxy.cfg")
	write(t, file, config)
	start(t, program(t, "HAPROXY", "haproxy"), nil, "-db", "-f", file)
	site.waitUntilReady(t)
	return site
}
