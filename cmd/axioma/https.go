package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"syscall"

	"axioma/internal/certificates"
	"axioma/internal/files"
)

type httpsServer struct {
	server        *http.Server
	listener      net.Listener
	startDraining func()
	serving       chan error
}

func (s serveCommand) serveHTTPS(ctx context.Context, c console, log *slog.Logger, to httpsServer) (err error) {
	keeper, err := certificates.New(certificates.Config{
		Domains: s.HTTPS.Domains, Email: s.HTTPS.Email, Directory: s.HTTPS.Directory, Folder: s.CertificateFolder(),
		InheritOwner: files.InheritOwner,
	})
	if err != nil {
		return err
	}
	wayThere, err := listenAt(s.HTTPS.ListenHTTP)
	if err != nil {
		return err
	}
	plain := newServer(keeper.HTTPHandler(), log)
	defer func() { err = errors.Join(err, plain.Close()) }()
	to.server.TLSConfig = keeper.TLSConfig()
	go func() { to.serving <- plain.Serve(wayThere) }()
	go func() { to.serving <- to.server.ServeTLS(to.listener, "", "") }()
	keeping, stop := context.WithCancel(ctx)
	var work sync.WaitGroup
	work.Go(func() { keeper.Run(keeping, log) })
	defer work.Wait()
	defer stop()
	if err := s.printWelcome(c.out, "https://"+s.HTTPS.Domains[0]); err != nil {
		return err
	}
	return s.serveUntilStopped(ctx, log, to.server, to.startDraining, to.serving)
}

func listenAt(address string) (net.Listener, error) {
	listener, err := net.Listen("tcp", address)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("listening: another program uses %s; stop it, or choose another port: %w", address, err)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("listening: this account may not use port %s; allow it with \"setcap cap_net_bind_service=+ep\" on the program, "+
			"or with AmbientCapabilities=CAP_NET_BIND_SERVICE in its systemd unit: %w", address, err)
	case err != nil:
		return nil, fmt.Errorf("listening: %w", err)
	}
	return listener, nil
}

func (s serveCommand) publicURL() string {
	if s.PublicURL == "" && len(s.HTTPS.Domains) == 0 {
		return ""
	}
	return strings.TrimRight(s.BaseURL(), "/")
}
