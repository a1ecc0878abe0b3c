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

func (a *authority) keeper(folder string) *Keeper {
	a.t.Helper()
	keeper, err := New(Wanted{Domains: []string{shop}, Directory: a.server.URL + "/directory", Folder: folder})
	if err != nil {
		a.t.Fatal(err)
	}
	return keeper
}

// heard ends a keeper's work at the first line of its log.
type heard struct {
	end  context.CancelFunc
	line string
}

func (h *heard) Write(line []byte) (int, error) {
	h.line += string(line)
	h.end()
	return len(line), nil
}

// keepUntilSaid has a keeper work until it says something.
func keepUntilSaid(t *testing.T, keeper *Keeper) string {
	t.Helper()
	ctx, end := context.WithCancel(t.Context())
	log := &heard{end: end}
	keeper.Keep(ctx, slog.New(slog.NewTextHandler(log, nil)))
	return log.line
}

func hello(name string) *tls.ClientHelloInfo {
	return &tls.ClientHelloInfo{ServerName: name, SupportedProtos: []string{"h2", "http/1.1"}}
}

func TestACertificateIsGotKeptAndFoundAgain(t *testing.T) {
	t.Parallel()
	authority := newAuthority(t)
	folder := filepath.Join(t.TempDir(), "certificates")
	first := authority.keeper(folder)
	if _, err := first.TLS().GetCertificate(hello(shop)); err == nil {
		t.Error("there is a certificate that nobody gave")
	}
	if got := authority.orders.Load(); got != 0 {
		t.Errorf("a caller has caused %d orders", got)
	}
	if said := keepUntilSaid(t, first); !strings.Contains(said, "level=INFO") || !strings.Contains(said, shop) {
		t.Fatalf("the keeper says %q", said)
	}
	for _, keeper := range []*Keeper{first, authority.keeper(folder)} {
		certificate, err := keeper.TLS().GetCertificate(hello(strings.ToUpper(shop) + "."))
		if err != nil {
			t.Fatal(err)
		}
		if err := certificate.Leaf.VerifyHostname(shop); err != nil {
			t.Error(err)
		}
		ends, err := Expiry(folder)
		if err != nil || len(ends) != 1 || !ends[shop].Equal(certificate.Leaf.NotAfter) {
			t.Errorf("the folder tells of %v, %v; the certificate ends at %v", ends, err, certificate.Leaf.NotAfter)
		}
	}
	if got := authority.orders.Load(); got != 1 {
		t.Errorf("there were %d orders for one certificate", got)
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
			t.Errorf("%s is for others too: %s", path, info.Mode())
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestStrangersNamesAreRefusedAndCauseNoOrder(t *testing.T) {
	t.Parallel()
	authority := newAuthority(t)
	keeper := authority.keeper(t.TempDir())
	keepUntilSaid(t, keeper)
	for _, name := range []string{"", "127.0.0.1", "other.example.com", "a." + shop} {
		if _, err := keeper.TLS().GetCertificate(hello(name)); err == nil {
			t.Errorf("%q is shown a certificate", name)
		}
	}
	// One without elliptic curves would be another certificate.
	old := hello(shop)
	old.CipherSuites = []uint16{tls.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256}
	if _, err := keeper.TLS().GetCertificate(old); err != nil {
		t.Error(err)
	}
	if got := authority.orders.Load(); got != 1 {
		t.Errorf("there were %d orders", got)
	}
}

func TestAnAuthorityThatGivesNothingIsSaid(t *testing.T) {
	t.Parallel()
	authority := newAuthority(t)
	keeper := authority.keeper(t.TempDir())
	authority.server.Close()
	if said := keepUntilSaid(t, keeper); !strings.Contains(said, "level=ERROR") || !strings.Contains(said, "after=2m0s") {
		t.Errorf("the keeper says %q", said)
	}
}

func TestHTTPLeadsToHTTPS(t *testing.T) {
	t.Parallel()
	plain := newAuthority(t).keeper(t.TempDir()).Plain()
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

func TestAFolderWithoutCertificatesTellsOfNone(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for name, content := range map[string]string{"acme_account+key": "-----BEGIN EC PRIVATE KEY-----\n", shop: "no certificate"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{folder, filepath.Join(folder, "missing")} {
		if ends, err := Expiry(path); err != nil || len(ends) != 0 {
			t.Errorf("%s tells of %v, %v", path, ends, err)
		}
	}
	if _, err := Expiry(filepath.Join(folder, shop)); err == nil {
		t.Error("a file passes for a folder")
	}
}

func TestACertificateThatIsNotRenewedIsWarnedOf(t *testing.T) {
	t.Parallel()
	authority := newAuthority(t)
	keeper := authority.keeper(t.TempDir())
	keepUntilSaid(t, keeper)
	certificate, err := keeper.of(shop)
	if err != nil {
		t.Fatal(err)
	}
	whole := certificate.Leaf.NotAfter.Sub(certificate.Leaf.NotBefore)
	for ago, warns := range map[time.Duration]bool{whole / 2: false, whole * 4 / 5: true} {
		if late(certificate.Leaf, certificate.Leaf.NotBefore.Add(ago)) != warns {
			t.Errorf("after %s of %s it warns: %v", ago, whole, !warns)
		}
	}
}
