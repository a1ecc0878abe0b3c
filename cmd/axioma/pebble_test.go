//go:build https

package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/binary"
	"encoding/json"
	"encoding/pem"
	"errors"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"axioma/internal/certificates"
	"axioma/internal/config"
	"axioma/internal/store/storetest"
)

const domain = "tarjetas.axioma.test"

// pebble is Let's Encrypt's test server.
type pebble struct {
	t          *testing.T
	directory  string
	management string
	believed   string // file with the certificate of its own HTTPS
	trust      *http.Client
}

func freePort(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	return port
}

func startPebble(t *testing.T, httpPort, tlsPort string) *pebble {
	t.Helper()
	folder := t.TempDir()
	p := &pebble{t: t, directory: "https://127.0.0.1:" + freePort(t), believed: filepath.Join(folder, "authority.pem")}
	p.management = "https://127.0.0.1:" + freePort(t)
	key := filepath.Join(folder, "authority.key")
	p.identify(key)
	content, err := json.Marshal(map[string]any{"pebble": map[string]any{
		"listenAddress": p.directory[len("https://"):], "managementListenAddress": p.management[len("https://"):],
		"certificate": p.believed, "privateKey": key, "httpPort": json.Number(httpPort), "tlsPort": json.Number(tlsPort),
		"retryAfter": map[string]int{"authz": 1, "order": 1},
		"profiles":   map[string]any{"default": map[string]any{"validityPeriod": 7776000}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	settings := filepath.Join(folder, "pebble.json")
	if err := os.WriteFile(settings, content, 0o600); err != nil {
		t.Fatal(err)
	}
	command := exec.Command(os.Getenv("TEST_PEBBLE"), "-config", settings, "-dnsserver", nameServer(t))
	command.Env = append(os.Environ(), "PEBBLE_VA_NOSLEEP=1", "PEBBLE_WFE_NONCEREJECT=0")
	command.Stdout, command.Stderr = t.Output(), t.Output()
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := command.Process.Kill(); err != nil {
			t.Error(err)
		}
		var killed *exec.ExitError
		if err := command.Wait(); !errors.As(err, &killed) {
			t.Error(err)
		}
	})
	for p.read(p.directory+"/dir") == nil {
		time.Sleep(50 * time.Millisecond)
	}
	p.directory += "/dir"
	return p
}

func (p *pebble) identify(keyFile string) {
	p.t.Helper()
	example := httptest.NewTLSServer(http.NotFoundHandler())
	defer example.Close()
	p.trust = example.Client()
	key, err := x509.MarshalPKCS8PrivateKey(example.TLS.Certificates[0].PrivateKey)
	if err != nil {
		p.t.Fatal(err)
	}
	for file, block := range map[string]*pem.Block{
		p.believed: {Type: "CERTIFICATE", Bytes: example.Certificate().Raw}, keyFile: {Type: "PRIVATE KEY", Bytes: key},
	} {
		if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
			p.t.Fatal(err)
		}
	}
}

func (p *pebble) read(url string) []byte {
	answer, err := p.trust.Get(url)
	if err != nil {
		return nil
	}
	defer func() { _ = answer.Body.Close() }()
	content, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		return nil
	}
	return content
}

func (p *pebble) visitor(address string) *http.Client {
	p.t.Helper()
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(p.read(p.management + "/roots/0")) {
		p.t.Fatal("the authority shows no root")
	}
	transport := &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: roots}, ForceAttemptHTTP2: true, DisableKeepAlives: true,
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, address)
		},
	}
	return &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// nameServer resolves every name to this machine, by TCP.
func nameServer(t *testing.T) string {
	t.Helper()
	return serveConnections(t, func(caller net.Conn) { go answerNames(caller) })
}

// answerNames answers DNS queries over TCP, where two bytes with the length precede each message.
func answerNames(conn net.Conn) {
	defer func() { _ = conn.Close() }()
	for {
		var length uint16
		if err := binary.Read(conn, binary.BigEndian, &length); err != nil {
			return
		}
		packet := make([]byte, length)
		if _, err := io.ReadFull(conn, packet); err != nil {
			return
		}
		answer := resolve(packet)
		if _, err := conn.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(answer))), answer...)); err != nil {
			return
		}
	}
}

func resolve(packet []byte) []byte {
	var message dnsmessage.Message
	if err := message.Unpack(packet); err != nil || len(message.Questions) != 1 {
		return nil
	}
	question := message.Questions[0]
	message.Response, message.Additionals = true, nil
	if question.Type == dnsmessage.TypeA {
		message.Answers = []dnsmessage.Resource{{
			Header: dnsmessage.ResourceHeader{Name: question.Name, Class: question.Class},
			Body:   &dnsmessage.AResource{A: [4]byte{127, 0, 0, 1}},
		}}
	}
	answer, err := message.Pack()
	if err != nil {
		return nil
	}
	return answer
}

func serial(t *testing.T, visitor *http.Client) string {
	t.Helper()
	answer, err := visitor.Get("https://" + domain + "/api/readyz")
	if err != nil {
		return ""
	}
	if err := answer.Body.Close(); err != nil {
		t.Error(err)
	}
	if answer.StatusCode != http.StatusOK || answer.ProtoMajor != 2 || answer.Header.Get("Strict-Transport-Security") == "" {
		t.Errorf("by HTTPS the server answers %s in %s, with %v, want 200 by HTTP/2 with HSTS", answer.Status, answer.Proto, answer.Header)
	}
	return answer.TLS.PeerCertificates[0].SerialNumber.String()
}

func TestHTTPS_ACME_GetsAndKeepsACertificate(t *testing.T) {
	httpPort, tlsPort := freePort(t), freePort(t)
	for name, ports := range map[string]struct{ httpPort, tlsPort string }{
		"both ports are reached":         {httpPort, tlsPort},
		"only the HTTP port is reached":  {httpPort, freePort(t)},
		"only the HTTPS port is reached": {freePort(t), tlsPort},
	} {
		t.Run(name, func(t *testing.T) {
			checkCertificateIsKept(t, httpPort, tlsPort, startPebble(t, ports.httpPort, ports.tlsPort))
		})
	}
}

func checkCertificateIsKept(t *testing.T, httpPort, tlsPort string, authority *pebble) {
	t.Helper()
	t.Setenv("SSL_CERT_FILE", authority.believed)
	database := storetest.New(t)
	secure, plain, kept := "127.0.0.1:"+tlsPort, "127.0.0.1:"+httpPort, t.TempDir()
	flags := []string{
		"--acme-domain", domain, "--acme-directory", authority.directory, "--acme-folder", kept,
		"--listen", secure, "--listen-http", plain,
	}
	visitor := authority.visitor(secure)
	serials := map[string]bool{}
	for range 2 { // the second one finds the first one's certificate
		server := start(t, database, flags...)
		if server.url != "https://"+domain {
			t.Errorf("the server names the address %s, want %s", server.url, "https://"+domain)
		}
		number := serial(t, visitor)
		for number == "" {
			time.Sleep(50 * time.Millisecond)
			number = serial(t, visitor)
		}
		serials[number] = true
		if _, _, err := axioma(t, "", "healthcheck", "--acme-domain", domain, "--listen", secure); err != nil {
			t.Errorf("the health check fails: %v", err)
		}
		mustRedirectToHTTPS(t, authority.visitor(plain))
		server.kill()
	}
	if len(serials) != 1 {
		t.Errorf("a server that is started again shows another certificate: %v; want the same one", serials)
	}
	mustReportExpiry(t, config.Server{HTTPS: config.HTTPS{Folder: kept, Directory: authority.directory}}.CertificateFolder())
}

func mustRedirectToHTTPS(t *testing.T, visitor *http.Client) {
	t.Helper()
	answer, err := visitor.Get("http://" + domain + "/qr")
	if err != nil {
		t.Fatal(err)
	}
	if err := answer.Body.Close(); err != nil {
		t.Error(err)
	}
	if got := answer.Header.Get("Location"); answer.StatusCode != http.StatusMovedPermanently || got != "https://"+domain+"/qr" {
		t.Errorf("by HTTP the server answers %s to %q, want 301 to the https address", answer.Status, got)
	}
}

func mustReportExpiry(t *testing.T, folder string) {
	t.Helper()
	ends, err := certificates.ExpiryByDomain(folder)
	if left := time.Until(ends[domain]); err != nil || left < 89*24*time.Hour || left > 91*24*time.Hour {
		t.Errorf("the certificate ends in %s, %v; want about 90 days", left, err)
	}
	info, err := os.Stat(folder)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != fs.FileMode(0o700) {
		t.Errorf("the folder of the certificates has the mode %s, want 0700", info.Mode())
	}
}
