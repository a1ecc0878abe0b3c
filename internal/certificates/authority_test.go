package certificates

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"math/big"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"
)

// authority is a stand-in for an ACME server. It validates no challenges: make test-https tests that.
type authority struct {
	t              *testing.T
	server         *httptest.Server
	key            *ecdsa.PrivateKey
	root           *x509.Certificate
	certificatePEM []byte
	orders         atomic.Int64
}

func newAuthority(t *testing.T) *authority {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	a := &authority{t: t, key: key}
	a.root = &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "authority"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(1000 * time.Hour),
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/directory", a.directory)
	mux.HandleFunc("/nonce", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("/account", func(w http.ResponseWriter, _ *http.Request) {
		a.respond(w, "/account/1", http.StatusCreated, map[string]any{"status": "valid"})
	})
	mux.HandleFunc("/order", a.order)
	mux.HandleFunc("/finalize", a.finalize)
	mux.HandleFunc("/certificate", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(a.certificatePEM) })
	a.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Replay-Nonce", "once")
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(a.server.Close)
	return a
}

func (a *authority) respond(w http.ResponseWriter, location string, status int, body any) {
	w.Header().Set("Location", a.server.URL+location)
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(body); err != nil {
		a.t.Error(err)
	}
}

func (a *authority) directory(w http.ResponseWriter, _ *http.Request) {
	at := func(path string) string { return a.server.URL + path }
	a.respond(w, "", http.StatusOK, map[string]any{
		"newNonce": at("/nonce"), "newAccount": at("/account"), "newOrder": at("/order"), "revokeCert": at("/revoke"), "keyChange": at("/key"),
	})
}

func (a *authority) order(w http.ResponseWriter, _ *http.Request) {
	a.orders.Add(1)
	a.respond(w, "/order/1", http.StatusCreated, map[string]any{"status": "ready", "finalize": a.server.URL + "/finalize"})
}

func (a *authority) finalize(w http.ResponseWriter, r *http.Request) {
	var jws struct{ Payload string }
	var request struct{ CSR string }
	if err := json.NewDecoder(r.Body).Decode(&jws); err != nil {
		a.t.Error(err)
	}
	payload, err := base64.RawURLEncoding.DecodeString(jws.Payload)
	if err != nil {
		a.t.Error(err)
	}
	if err := json.Unmarshal(payload, &request); err != nil {
		a.t.Error(err)
	}
	a.issue(request.CSR)
	a.respond(w, "/order/1", http.StatusOK, map[string]any{"status": "valid", "certificate": a.server.URL + "/certificate"})
}

func (a *authority) issue(csr string) {
	der, err := base64.RawURLEncoding.DecodeString(csr)
	if err != nil {
		a.t.Error(err)
		return
	}
	request, err := x509.ParseCertificateRequest(der)
	if err != nil {
		a.t.Error(err)
		return
	}
	leaf := &x509.Certificate{
		SerialNumber: big.NewInt(2), DNSNames: request.DNSNames, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(100 * time.Hour),
	}
	certificate, err := x509.CreateCertificate(rand.Reader, leaf, a.root, request.PublicKey, a.key)
	if err != nil {
		a.t.Error(err)
		return
	}
	a.certificatePEM = pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate})
}
