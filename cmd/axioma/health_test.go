package main

import (
	"net/http"
	"strings"
	"testing"

	"axioma/internal/store/storetest"
)

func TestHealthcheck_ListenAddress_BecomesAReachableOne(t *testing.T) {
	t.Parallel()
	for listen, want := range map[string]string{
		":8080": "127.0.0.1:8080", "0.0.0.0:8080": "127.0.0.1:8080", "[::]:8080": "[::1]:8080", "[0::0]:8080": "[::1]:8080",
		"10.1.2.3:80": "10.1.2.3:80", "": "127.0.0.1:8080",
	} {
		if address, err := (healthcheckCommand{Listen: listen}).address(); err != nil || address != want {
			t.Errorf("with --listen %q the health check asks %q, %v; want %q", listen, address, err, want)
		}
	}
}

func TestHealthcheck_RunningAndStoppedServer_SucceedsAndFails(t *testing.T) {
	t.Parallel()
	server := serve(t, storetest.New(t).Flags()...)
	at := strings.TrimPrefix(server.url, "http://")
	if _, _, err := axioma(t, "", "healthcheck", "--listen", at); err != nil {
		t.Errorf("the health check of a running server fails: %v", err)
	}
	if err := server.end(); err != nil {
		t.Error(err)
	}
	if _, _, err := axioma(t, "", "healthcheck", "--listen", at); err == nil {
		t.Error("the health check of an ended server must fail")
	}
}

func TestServe_EveryAddress_HasSecurityHeaders(t *testing.T) {
	t.Parallel()
	server := serve(t, storetest.New(t).Flags()...)
	for _, path := range []string{"/", "/login", "/ayuda/", "/assets/gone.js", "/api/healthz", "/api/nowhere"} {
		response, err := http.Get(server.url + path)
		if err != nil {
			t.Fatal(err)
		}
		if err := response.Body.Close(); err != nil {
			t.Error(err)
		}
		policy := response.Header.Get("Content-Security-Policy")
		if !strings.Contains(policy, "script-src 'self' 'wasm-unsafe-eval';") || strings.Contains(policy, "unsafe-inline") || response.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s has the headers %v, want a policy for own scripts only, and nosniff", path, response.Header)
		}
	}
}
