package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"axioma/internal/config"
)

type healthcheckCommand struct {
	Listen  string        `help:"Address and port that the server listens on. Empty: 127.0.0.1:8080, with --acme-domain :443." env:"AXIOMA_LISTEN" placeholder:"ADDR"`
	Domains []string      `name:"acme-domain" help:"Domain names of the server, if it serves HTTPS." env:"AXIOMA_ACME_DOMAIN" placeholder:"NAME"`
	Timeout time.Duration `help:"How long to wait for the response." default:"5s"`
}

func (h healthcheckCommand) Run(ctx context.Context) (err error) {
	address, err := h.address()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, h.Timeout)
	defer cancel()
	scheme, client := h.transport()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, scheme+"://"+address+"/api/readyz", nil)
	if err != nil {
		return fmt.Errorf("asking the server: %w", err)
	}
	response, err := client.Do(request)
	if err != nil {
		return fmt.Errorf("asking the server: %w", err)
	}
	defer func() { err = errors.Join(err, response.Body.Close()) }()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("the server is not ready: %s", response.Status)
	}
	return nil
}

// address returns a numeric address for a wildcard: a container may not resolve localhost.
func (h healthcheckCommand) address() (string, error) {
	listen := config.Server{Listen: h.Listen, HTTPS: config.HTTPS{Domains: h.Domains}}.ListenAddress()
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return "", fmt.Errorf("--listen %q has no port: %w", listen, err)
	}
	switch all := net.ParseIP(host); {
	case host == "", all.Equal(net.IPv4zero):
		host = "127.0.0.1"
	case all.IsUnspecified():
		host = "::1"
	}
	return net.JoinHostPort(host, port), nil
}

// transport returns a client that does not verify the certificate: a trial certificate is not trusted.
func (h healthcheckCommand) transport() (scheme string, client *http.Client) {
	if len(h.Domains) == 0 {
		return "http", http.DefaultClient
	}
	return "https", &http.Client{Transport: &http.Transport{
		TLSClientConfig: &tls.Config{ServerName: h.Domains[0], InsecureSkipVerify: true},
	}}
}
