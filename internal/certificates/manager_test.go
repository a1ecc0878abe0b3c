package certificates

import (
	"context"
	"crypto/tls"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const shop = "tarjetas.example.com"

func (a *authority) manager(folder string) *Manager {
	a.t.Helper()
	keeper, err := New(Config{Domains: []string{shop}, Directory: a.server.URL + "/directory", Folder: folder})
	if err != nil {
		a.t.Fatal(err)
	}
	return keeper
}

type firstLine struct {
	end  context.CancelFunc
	line string
}

func (h *firstLine) Write(line []byte) (int, error) {
	h.line += string(line)
	h.end()
	return len(line), nil
}

func runUntilLogged(t *testing.T, keeper *Manager) string {
	t.Helper()
	ctx, end := context.WithCancel(t.Context())
	log := &firstLine{end: end}
	keeper.Run(ctx, slog.New(slog.NewTextHandler(log, nil)))
	return log.line
}

func helloOf(name string) *tls.ClientHelloInfo {
	return &tls.ClientHelloInfo{ServerName: name, SupportedProtos: []string{"h2", "http/1.1"}}
}

func TestManager_NewDomain_ObtainsAndStoresTheCertificate(t *testing.T) {
	t.Parallel()
	authority := newAuthority(t)
	folder := filepath.Join(t.TempDir(), "certificates")
	first := authority.manager(folder)
	if _, err := first.TLSConfig().GetCertificate(helloOf(shop)); err == nil {
		t.Error("a certificate exists before Run")
	}
	if got := authority.orders.Load(); got != 0 {
		t.Errorf("a handshake caused %d orders, want 0", got)
	}
	if logText := runUntilLogged(t, first); !strings.Contains(logText, "level=INFO") || !strings.Contains(logText, shop) {
		t.Fatalf("the log says %q; want %q in it and %q in it", logText, "level=INFO", shop)
	}
	for _, keeper := range []*Manager{first, authority.manager(folder)} {
		certificate, err := keeper.TLSConfig().GetCertificate(helloOf(strings.ToUpper(shop) + "."))
		if err != nil {
			t.Fatal(err)
		}
		if err := certificate.Leaf.VerifyHostname(shop); err != nil {
			t.Error(err)
		}
		ends, err := ExpiryByDomain(folder)
		if err != nil || len(ends) != 1 || !ends[shop].Equal(certificate.Leaf.NotAfter) {
			t.Errorf("the folder has %v, %v; the certificate expires at %v", ends, err, certificate.Leaf.NotAfter)
		}
	}
	if got := authority.orders.Load(); got != 1 {
		t.Errorf("there were %d orders for one certificate, want 1", got)
	}
	mustBePrivate(t, folder)
}

func mustBePrivate(t *testing.T, folder string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("other users may read %s: %s", path, info.Mode())
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestManager_UnknownHost_CausesNoOrder(t *testing.T) {
	t.Parallel()
	authority := newAuthority(t)
	keeper := authority.manager(t.TempDir())
	runUntilLogged(t, keeper)
	for _, name := range []string{"", "127.0.0.1", "other.example.com", "a." + shop} {
		if _, err := keeper.TLSConfig().GetCertificate(helloOf(name)); err == nil {
			t.Errorf("%q got a certificate", name)
		}
	}
	// A client without ECDSA must not cause another order.
	old := helloOf(shop)
	old.CipherSuites = []uint16{tls.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256}
	if _, err := keeper.TLSConfig().GetCertificate(old); err != nil {
		t.Error(err)
	}
	if got := authority.orders.Load(); got != 1 {
		t.Errorf("there were %d orders, want 1", got)
	}
}

func TestManager_AuthorityDown_LogsAnError(t *testing.T) {
	t.Parallel()
	authority := newAuthority(t)
	keeper := authority.manager(t.TempDir())
	authority.server.Close()
	if logText := runUntilLogged(t, keeper); !strings.Contains(logText, "level=ERROR") || !strings.Contains(logText, "after=2m0s") {
		t.Errorf("the log says %q; want %q in it and %q in it", logText, "level=ERROR", "after=2m0s")
	}
}

func TestManager_HTTPHandler_RedirectsToHTTPS(t *testing.T) {
	t.Parallel()
	plain := newAuthority(t).manager(t.TempDir()).HTTPHandler()
	for _, c := range []struct {
		method, host string
		status       int
		location     string
	}{
		{http.MethodGet, shop, http.StatusMovedPermanently, "https://" + shop + "/p/1?a=b"},
		{http.MethodHead, shop + ":80", http.StatusMovedPermanently, "https://" + shop + "/p/1?a=b"},
		{http.MethodGet, "somewhere.example.org", http.StatusMovedPermanently, "https://" + shop + "/p/1?a=b"},
		{http.MethodPost, shop, http.StatusBadRequest, ""},
	} {
		recorder := httptest.NewRecorder()
		plain.ServeHTTP(recorder, httptest.NewRequest(c.method, "http://"+c.host+"/p/1?a=b", nil))
		if got := recorder.Header().Get("Location"); recorder.Code != c.status || got != c.location {
			t.Errorf("%s at %s: %d to %q; want %d to %q", c.method, c.host, recorder.Code, got, c.status, c.location)
		}
	}
}

func TestExpiryByDomain_FolderWithoutCertificates_IsEmpty(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for name, content := range map[string]string{"acme_account+key": "-----BEGIN EC PRIVATE KEY-----\n", shop: "no certificate"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{folder, filepath.Join(folder, "missing")} {
		if ends, err := ExpiryByDomain(path); err != nil || len(ends) != 0 {
			t.Errorf("%s has %v, %v; want none", path, ends, err)
		}
	}
	if _, err := ExpiryByDomain(filepath.Join(folder, shop)); err == nil {
		t.Error("a file is accepted as a folder")
	}
}

func TestIsOverdue_LastQuarter_IsTrue(t *testing.T) {
	t.Parallel()
	authority := newAuthority(t)
	keeper := authority.manager(t.TempDir())
	runUntilLogged(t, keeper)
	certificate, err := keeper.certificate(shop)
	if err != nil {
		t.Fatal(err)
	}
	whole := certificate.Leaf.NotAfter.Sub(certificate.Leaf.NotBefore)
	for ago, warns := range map[time.Duration]bool{whole / 2: false, whole * 4 / 5: true} {
		if isOverdue(certificate.Leaf, certificate.Leaf.NotBefore.Add(ago)) != warns {
			t.Errorf("after %s of %s: overdue = %v", ago, whole, !warns)
		}
	}
}

func TestManager_TLS_OffersCurrentVersionsOnly(t *testing.T) {
	t.Parallel()
	config := newAuthority(t).manager(t.TempDir()).TLSConfig()
	if config.MinVersion != tls.VersionTLS12 || config.MaxVersion != 0 || config.CipherSuites != nil || config.InsecureSkipVerify {
		t.Errorf("the server offers the versions %x to %x with the ciphers %x", config.MinVersion, config.MaxVersion, config.CipherSuites)
	}
}
