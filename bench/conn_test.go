package main

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func serve(t *testing.T, handler http.HandlerFunc) (*conn, string) {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	address := strings.TrimPrefix(server.URL, "http://")
	c, err := dial(address, time.Now().Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c, address
}

func TestConn_SeveralAnswers_AreRead(t *testing.T) {
	large := bytes.Repeat([]byte("0123456789"), 5000)
	c, address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/known-length":
			w.Write([]byte("short"))
		case "/chunked":
			w.Write(large[:20_000])
			if err := http.NewResponseController(w).Flush(); err != nil {
				t.Error(err)
			}
			w.Write(large[20_000:])
		case "/empty":
			w.WriteHeader(http.StatusNoContent)
		default:
			http.Error(w, "no", http.StatusNotFound)
		}
	})
	get := newRequest("GET", address, "")
	for _, test := range []struct {
		path   string
		status int
		body   string
	}{
		{"/known-length", 200, "short"},
		{"/chunked", 200, string(large)},
		{"/empty", 204, ""},
		{"/missing", 404, "no\n"},
		{"/known-length", 200, "short"},
	} {
		status, body, err := c.do(get.write(nil, test.path, "", "", "", ""))
		if err != nil || status != test.status || string(body) != test.body {
			t.Errorf("%s: %d, %d bytes, %v; want %d, %d bytes", test.path, status, len(body), err, test.status, len(test.body))
		}
	}
}

func TestRequest_Write_SendsEveryPart(t *testing.T) {
	var got *http.Request
	var sentBody []byte
	c, address := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		got = r
		var err error
		if sentBody, err = io.ReadAll(r.Body); err != nil {
			t.Error(err)
		}
	})
	post := newRequest("POST", address, "the-token")
	if _, _, err := c.do(post.write(nil, "/api/customers/", "abc", "/visits", "key-1", `{"notes":"ñ"}`)); err != nil {
		t.Fatal(err)
	}
	for name, pair := range map[string][2]string{
		"method":        {got.Method, "POST"},
		"path":          {got.URL.Path, "/api/customers/abc/visits"},
		"host":          {got.Host, address},
		"authorization": {got.Header.Get("Authorization"), "Bearer the-token"},
		"content type":  {got.Header.Get("Content-Type"), "application/json"},
		"key":           {got.Header.Get("Idempotency-Key"), "key-1"},
		"body":          {string(sentBody), `{"notes":"ñ"}`},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s is %q, want %q", name, pair[0], pair[1])
		}
	}
}
