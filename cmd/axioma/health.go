package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

type healthcheckCommand struct {
	Listen  string        `help:"Address and port that the server listens on." default:"127.0.0.1:8080" env:"AXIOMA_LISTEN" placeholder:"ADDR"`
	Timeout time.Duration `help:"How long to wait for its answer." default:"5s"`
}

// Run fails where the server on this machine does not answer, or has no database.
func (h healthcheckCommand) Run(ctx context.Context) (err error) {
	host, port, err := net.SplitHostPort(h.Listen)
	if err != nil {
		return fmt.Errorf("--listen %q has no port: %w", h.Listen, err)
	}
	if address := net.ParseIP(host); host == "" || address.IsUnspecified() {
		host = "localhost"
	}
	ctx, cancel := context.WithTimeout(ctx, h.Timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/api/readyz", nil)
	if err != nil {
		return fmt.Errorf("asking the server: %w", err)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return fmt.Errorf("asking the server: %w", err)
	}
	defer func() { err = errors.Join(err, answer.Body.Close()) }()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("the server is not ready: %s", answer.Status)
	}
	return nil
}
