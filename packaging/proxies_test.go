//go:build proxies

package packaging

import (
	"bufio"
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"errors"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

const (
	timeout       = time.Minute
	caller        = "127.0.0.2" // an address of this machine other than the proxy's
	forgedAddress = "203.0.113.9"
)

// Real proxies and a real server (AXIOMA_PROGRAM) run the examples of deploy/. Only names and addresses are replaced.

func TestCaddy(t *testing.T) { testProxy(t, startCaddy) }

func TestNginx(t *testing.T) { testProxy(t, startNginx) }

func TestHAProxy(t *testing.T) { testProxy(t, startHAProxy) }

func testProxy(t *testing.T, startProxy func(t *testing.T, first, second string) *site) {
	t.Helper()
	t.Run("one instance is down", func(t *testing.T) {
		server := startServer(t)
		startProxy(t, server.address, freeAddress(t)).checkAll(t, server)
	})
	t.Run("instances close the connection", func(t *testing.T) {
		var posts atomic.Int64
		first, second := startBrokenInstance(t, &posts), startBrokenInstance(t, &posts)
		site := startProxy(t, first, second)
		answer := site.ask(t, http.MethodPost, "/api/visits", "", `{}`)
		if posts.Load() != 1 || answer.StatusCode != http.StatusBadGateway {
			t.Errorf("a POST was carried out %d times, and answered %s", posts.Load(), answer.Status)
		}
		t.Logf("a POST whose answer broke off was sent to %d copy and answered %s", posts.Load(), answer.Status)
	})
}

func startBrokenInstance(t *testing.T, posts *atomic.Int64) (address string) {
	t.Helper()
	copied := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/readyz" {
			return
		}
		posts.Add(1)
		panic(http.ErrAbortHandler)
	}))
	t.Cleanup(copied.Close)
	return copied.Listener.Addr().String()
}

type site struct {
	folder, address, certificate, key string
	client                            *http.Client
}

func newSite(t *testing.T) *site {
	t.Helper()
	s := &site{folder: t.TempDir(), address: freeAddress(t)}
	s.certificate, s.key = filepath.Join(s.folder, "site.crt"), filepath.Join(s.folder, "site.key")
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	mustSucceed(t, err)
	draft := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "localhost"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, DNSNames: []string{"localhost"}, IsCA: true, BasicConstraintsValid: true,
	}
	signed, err := x509.CreateCertificate(rand.Reader, draft, draft, key.Public(), key)
	mustSucceed(t, err)
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	mustSucceed(t, err)
	public := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: signed})
	write(t, s.certificate, string(public))
	write(t, s.key, string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})))
	trusted := x509.NewCertPool()
	trusted.AppendCertsFromPEM(public)
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(caller)}}
	transport := &http.Transport{DialContext: dialer.DialContext, TLSClientConfig: &tls.Config{RootCAs: trusted}, ForceAttemptHTTP2: true}
	t.Cleanup(transport.CloseIdleConnections)
	s.client = &http.Client{Transport: transport, Timeout: timeout}
	return s
}

func (s *site) checkAll(t *testing.T, server *testServer) {
	t.Helper()
	s.checkHSTS(t)
	s.checkCallerAddress(t, server)
	s.checkBodyLimit(t)
	s.checkEventStream(t)
}

func (s *site) waitUntilReady(t *testing.T) {
	t.Helper()
	answer, err := s.client.Get("https://" + s.address + "/api/readyz")
	for end := time.Now().Add(timeout); err != nil; answer, err = s.client.Get("https://" + s.address + "/api/readyz") {
		if time.Now().After(end) {
			t.Fatalf("the proxy does not answer: %v", err)
		}
		time.Sleep(50 * time.Millisecond)
	}
	mustSucceed(t, answer.Body.Close())
	if answer.StatusCode != http.StatusOK {
		t.Errorf("the proxy answers %s, although one of the two instances is healthy", answer.Status)
	}
	if answer.ProtoMajor != 2 {
		t.Errorf("the proxy speaks %s, want HTTP/2", answer.Proto)
	}
}

func (s *site) checkHSTS(t *testing.T) {
	t.Helper()
	answer := s.ask(t, http.MethodGet, "/api/healthz", "", "")
	said := answer.Header.Values("Strict-Transport-Security")
	if len(said) != 1 {
		t.Errorf("the header Strict-Transport-Security is %q, want it once", said)
	}
	t.Logf("%s, Strict-Transport-Security: %q", answer.Proto, said)
}

func (s *site) checkCallerAddress(t *testing.T, server *testServer) {
	t.Helper()
	if answer := s.ask(t, http.MethodPost, "/api/auth/login", "", `{"email":"owner@demo.test","password":"Equivocada-1"}`); answer.StatusCode != http.StatusUnauthorized {
		t.Errorf("a wrong password returns %s", answer.Status)
	}
	line := server.log.next(t, regexp.MustCompile(`msg=refused .*`))[0]
	t.Log(line)
	if !strings.Contains(line, "from="+caller+" ") {
		t.Errorf("the server does not see the caller at %s", caller)
	}
}

func (s *site) checkBodyLimit(t *testing.T) {
	t.Helper()
	fits := s.ask(t, http.MethodPost, "/api/wa/webhook", "", strings.Repeat("x", 3<<20-1))
	if fits.StatusCode == http.StatusRequestEntityTooLarge || fits.StatusCode >= http.StatusInternalServerError {
		t.Errorf("a body of 3 MB returns %s, and notices may have as many", fits.Status)
	}
	large := s.send(t, http.MethodPost, "/api/wa/webhook", "", strings.Repeat("x", 5<<20))
	var problem struct{ Code string }
	mustSucceed(t, json.NewDecoder(large.Body).Decode(&problem))
	mustSucceed(t, large.Body.Close())
	if kind := large.Header.Get("Content-Type"); problem.Code != "TOO_LARGE" || !strings.HasPrefix(kind, "application/json") {
		t.Errorf("a body of 5 MB returns %s and %+v; want Code TOO_LARGE and %q at the start of it", kind, problem, "application/json")
	}
	if large.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("a body of 5 MB returns %s, want 413", large.Status)
	}
	if large.Header.Get("Content-Security-Policy") != "" {
		t.Error("5 MB reach the server")
	}
	t.Logf("3 MB: %s; 5 MB: %s", fits.Status, large.Status)
}

func (s *site) checkEventStream(t *testing.T) {
	t.Helper()
	var owner, portal struct{ Token string }
	s.call(t, &owner, http.MethodPost, "/api/auth/login", "", `{"email":"owner@demo.test","password":"Demo-1234"}`)
	var customer struct{ ID string }
	s.call(t, &customer, http.MethodPost, "/api/customers", owner.Token, `{"name":"Ana Prueba","phone":"+34600123123","tag":"BONO_TARJETA"}`)
	s.call(t, nil, http.MethodPost, "/api/auth/customer/request", "", `{"phone":"+34600123123"}`)
	var operator struct{ Token string }
	s.call(t, &operator, http.MethodPost, "/api/auth/login", "", `{"email":"superadmin@demo.test","password":"Demo-1234"}`)
	var messages struct{ Items []struct{ Kind, Text string } }
	s.call(t, &messages, http.MethodGet, "/api/cp/wa/messages", operator.Token, "")
	code := ""
	for _, message := range messages.Items {
		if message.Kind == "OTP" {
			code = regexp.MustCompile(`\d{6}`).FindString(message.Text)
			break // newest first
		}
	}
	s.call(t, &portal, http.MethodPost, "/api/auth/customer/verify", "", `{"phone":"+34600123123","code":"`+code+`"}`)

	stream := s.send(t, http.MethodGet, "/api/portal/me/live", portal.Token, "")
	defer func() { _ = stream.Body.Close() }()
	lines := bufio.NewReader(stream.Body)
	first := nextCard(t, lines)
	s.call(t, nil, http.MethodPost, "/api/customers/"+customer.ID+"/visits", owner.Token, `{}`)
	if second := nextCard(t, lines); second == first {
		t.Error("the card is as it was before the visit")
	}
	t.Log("two events came while the stream stayed open")
}

func nextCard(t *testing.T, lines *bufio.Reader) string {
	t.Helper()
	for {
		line, err := lines.ReadString('\n')
		mustSucceed(t, err)
		if card, found := strings.CutPrefix(line, "data: "); found {
			return card
		}
	}
}

func (s *site) send(t *testing.T, method, path, token, body string) *http.Response {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, "https://"+s.address+path, strings.NewReader(body))
	mustSucceed(t, err)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Forwarded-For", forgedAddress)
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	answer, err := s.client.Do(request)
	mustSucceed(t, err)
	return answer
}

func (s *site) ask(t *testing.T, method, path, token, body string) *http.Response {
	t.Helper()
	answer := s.send(t, method, path, token, body)
	mustSucceed(t, answer.Body.Close())
	return answer
}

func (s *site) call(t *testing.T, into any, method, path, token, body string) {
	t.Helper()
	answer := s.send(t, method, path, token, body)
	content, err := io.ReadAll(answer.Body)
	mustSucceed(t, err)
	mustSucceed(t, answer.Body.Close())
	if answer.StatusCode >= http.StatusBadRequest {
		t.Fatalf("%s returns %s: %s; want a success", path, answer.Status, content)
	}
	if into != nil {
		mustSucceed(t, json.Unmarshal(content, into))
	}
}

type testServer struct {
	address string
	log     *output
}

func startServer(t *testing.T) *testServer {
	t.Helper()
	server := &testServer{address: freeAddress(t)}
	server.log = start(t, program(t, "AXIOMA_PROGRAM", "axioma"), nil,
		"serve", "--demo", "--trust-proxy", "--data", t.TempDir(), "--listen", server.address)
	server.log.next(t, regexp.MustCompile(`msg=listening`))
	return server
}

func program(t *testing.T, variable, name string) string {
	t.Helper()
	if path := os.Getenv(variable); path != "" {
		name = path
	}
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatalf("%s is missing: install it, or say in %s where it is (%v)", name, variable, err)
	}
	return path
}

func start(t *testing.T, program string, environment []string, args ...string) *output {
	t.Helper()
	said := &output{changed: make(chan struct{}, 1)}
	running := exec.Command(program, args...)
	running.Env = append(slices.DeleteFunc(os.Environ(), func(variable string) bool {
		return strings.HasPrefix(variable, "NGINX=") // nginx would take NGINX for inherited sockets
	}), environment...)
	running.Stdout, running.Stderr = said, said
	mustSucceed(t, running.Start())
	t.Cleanup(func() {
		mustSucceed(t, running.Process.Kill())
		var killed *exec.ExitError
		if err := running.Wait(); !errors.As(err, &killed) {
			t.Errorf("%s was to run until the end, and ended with %v", program, err)
		}
		if t.Failed() {
			t.Logf("%s said:\n%s", filepath.Base(program), said.text())
		}
	})
	return said
}

type output struct {
	lock    sync.Mutex
	said    bytes.Buffer
	changed chan struct{}
}

func (j *output) Write(text []byte) (int, error) {
	j.lock.Lock()
	defer j.lock.Unlock()
	select {
	case j.changed <- struct{}{}:
	default:
	}
	return j.said.Write(text)
}

func (j *output) text() string {
	j.lock.Lock()
	defer j.lock.Unlock()
	return j.said.String()
}

func (j *output) next(t *testing.T, like *regexp.Regexp) []string {
	t.Helper()
	late := time.After(timeout)
	for {
		if found := like.FindStringSubmatch(j.text()); found != nil {
			return found
		}
		select {
		case <-j.changed:
		case <-late:
			t.Fatalf("no line of the log matches %s", like)
		}
	}
}

func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	mustSucceed(t, err)
	mustSucceed(t, listener.Close())
	return listener.Addr().String()
}

func replaceAll(t *testing.T, file string, others map[string]string) string {
	t.Helper()
	text := read(t, file)
	for here, there := range others {
		if !strings.Contains(text, here) {
			t.Fatalf("%s has no %q", file, here)
		}
		text = strings.ReplaceAll(text, here, there)
	}
	return text
}

func read(t *testing.T, file string) string {
	t.Helper()
	content, err := os.ReadFile(file)
	mustSucceed(t, err)
	return string(content)
}

func write(t *testing.T, file, content string) {
	t.Helper()
	mustSucceed(t, os.WriteFile(file, []byte(content), 0o600))
}

func mustSucceed(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
