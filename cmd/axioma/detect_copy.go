package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"os"
	"strings"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/store"
)

// detectCopy holds queued messages if the data seem to be a copy.
func (s serveCommand) detectCopy(ctx context.Context, cases *service.Service, log *slog.Logger) error {
	here, err := s.installation()
	if err != nil {
		return err
	}
	found, err := cases.Restored.CheckInstallation(ctx, here)
	if err != nil {
		return err
	}
	if found.Held > 0 {
		log.Warn("these data were served elsewhere before: queued messages are held until you decide in the control panel, "+
			"or with \"axioma messages release\" or \"axioma messages drop\"", "held", found.Held, "changed", found.Changed)
	} else if found.Changed != "" {
		log.Info("these data were served elsewhere before; no messages are queued", "changed", found.Changed)
	}
	return nil
}

// Several machines may serve one PostgreSQL, which identifies itself.
func (s serveCommand) installation() (loyalty.Installation, error) {
	var here loyalty.Installation
	if s.PublicURL != "" || len(s.HTTPS.Domains) > 0 {
		here.URL = s.BaseURL()
	}
	if s.DatabaseURL != "" {
		return here, nil
	}
	database, err := store.FileIdentity(s.Data)
	here.Database, here.Machine = database, machineIdentity()
	return here, err
}

// machineIdentity is a hash of the secret machine id, empty in containers, whose id changes at each start.
func machineIdentity() string {
	if inContainer() {
		return ""
	}
	for _, path := range []string{"/etc/machine-id", "/var/lib/dbus/machine-id"} {
		id, err := os.ReadFile(path)
		if text := strings.TrimSpace(string(id)); err == nil && len(text) == 32 {
			sum := hmac.New(sha256.New, []byte(text))
			sum.Write([]byte("axioma"))
			return hex.EncodeToString(sum.Sum(nil)[:16])
		}
	}
	return ""
}

func inContainer() bool {
	for _, file := range []string{"/.dockerenv", "/run/.containerenv", "/run/systemd/container"} {
		if _, err := os.Stat(file); err == nil {
			return true
		}
	}
	return os.Getenv("container") != "" || os.Getenv("KUBERNETES_SERVICE_HOST") != ""
}
