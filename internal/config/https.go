package config

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
)

// HTTPS configures the server's own certificates.
type HTTPS struct {
	Domains    []string `name:"acme-domain" help:"Domain names of the server, separated by commas. The server gets their certificates by ACME and listens on ports 443 and 80." env:"AXIOMA_ACME_DOMAIN" placeholder:"NAME"`
	Email      string   `name:"acme-email" help:"E-mail address for notices of the certificate authority." env:"AXIOMA_ACME_EMAIL" placeholder:"ADDRESS"`
	Directory  string   `name:"acme-directory" help:"ACME directory of the certificate authority. For trials: https://acme-staging-v02.api.letsencrypt.org/directory, whose certificates no browser trusts." default:"https://acme-v02.api.letsencrypt.org/directory" env:"AXIOMA_ACME_DIRECTORY" placeholder:"URL"`
	Folder     string   `name:"acme-folder" help:"Folder of the certificates. Default: the folder 'certificates' in the data folder." env:"AXIOMA_ACME_FOLDER" placeholder:"DIR"`
	ListenHTTP string   `name:"listen-http" help:"Address for HTTP, with --acme-domain. It answers the certificate authority and redirects all other requests to HTTPS." default:":80" env:"AXIOMA_LISTEN_HTTP" placeholder:"ADDR"`

	HSTSSubdomains bool `name:"hsts-subdomains" help:"Add includeSubDomains to HSTS: browsers use only HTTPS for all subdomains too, and remember it for a year. Set it only if all of them have HTTPS." env:"AXIOMA_HSTS_SUBDOMAINS"`
}

var domainName = regexp.MustCompile(`^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])$`)

// Validate refuses invalid names and URLs.
func (h HTTPS) Validate() error {
	for _, domain := range h.Domains {
		if !domainName.MatchString(domain) {
			return fmt.Errorf("--acme-domain %q is not a domain name such as shop.example.com: use lower case, no https:// and no port (xn--… for other letters)", domain)
		}
	}
	address, err := url.Parse(h.Directory)
	if err != nil || address.Host == "" || address.Scheme != "https" {
		return fmt.Errorf("--acme-directory %q is not an https URL", h.Directory)
	}
	return nil
}

func (h HTTPS) checkServer(s Server) error {
	switch {
	case len(h.Domains) == 0:
		return nil
	case s.TrustProxy:
		return errors.New("--acme-domain and --trust-proxy exclude each other: behind a proxy the proxy has the certificate")
	case strings.HasPrefix(s.PublicURL, "http://"):
		return fmt.Errorf("--public-url %s is not https; leave it out to use https://%s", s.PublicURL, h.Domains[0])
	case s.DatabaseURL != "" && h.Folder == "":
		return errors.New("--acme-domain with --database-url needs --acme-folder, the folder of the certificates")
	}
	return nil
}

// CertificateFolder returns the folder of the certificates. Each certificate authority has its own, so that a trial
// certificate is never served in place of a real one.
func (s Server) CertificateFolder() string {
	folder := s.HTTPS.Folder
	if folder == "" {
		folder = filepath.Join(s.Data, "certificates")
	}
	authority := "unknown"
	if address, err := url.Parse(s.HTTPS.Directory); err == nil && address.Host != "" {
		authority = strings.ReplaceAll(address.Host, ":", "_")
	}
	return filepath.Join(folder, authority)
}

// ListenAddress returns address and port.
func (s Server) ListenAddress() string {
	if s.Listen != "" {
		return s.Listen
	}
	if len(s.HTTPS.Domains) > 0 {
		return ":443"
	}
	return net.JoinHostPort("127.0.0.1", "8080")
}
