package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"axioma/internal/store/storetest"
)

type partialRequest struct {
	conn   net.Conn
	reader *bufio.Reader
	body   string
}

// begin sends the head. The server asks for the body after admission.
func begin(t *testing.T, server, path, token, body string) *partialRequest {
	t.Helper()
	address, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := net.Dial("tcp", address.Host)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	head := "POST %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\n" +
		"Content-Length: %d\r\nExpect: 100-continue\r\n\r\n"
	if _, err := fmt.Fprintf(conn, head, path, address.Host, token, len(body)); err != nil {
		t.Fatal(err)
	}
	reader := bufio.NewReader(conn)
	for _, want := range []string{"HTTP/1.1 100 Continue\r\n", "\r\n"} {
		if line, err := reader.ReadString('\n'); err != nil || line != want {
			t.Fatalf("the stream has %q, %v; want %q", line, err, want)
		}
	}
	return &partialRequest{conn: conn, reader: reader, body: body}
}

func (b *partialRequest) finish(t *testing.T) int {
	t.Helper()
	if _, err := io.WriteString(b.conn, b.body); err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(b.reader, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := response.Body.Close(); err != nil {
		t.Error(err)
	}
	return response.StatusCode
}

func TestShutdown_RunningRequests_FinishAndStreamsGetARetry(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	ids := createBusiness(t, database, 1)
	server := serve(t, database.Flags()...)
	_, stream := openPortal(t, server, database, "+34600000000")
	counter := &killTest{t: t}
	counter.signIn(server.url)
	visit := begin(t, server.url, "/api/visits", counter.token, `{"customerId":"`+ids[0]+`"}`)
	server.stop()
	rest, err := io.ReadAll(stream)
	if err != nil || !regexp.MustCompile(`\nretry: [1-9]\d{0,3}\n\n$`).Match(rest) {
		t.Errorf("the stream ends with %q, %v; want a time to retry", rest, err)
	}
	// Streams end after the listener has closed.
	if response, err := http.Get(server.url + "/api/healthz"); err == nil {
		t.Errorf("a new request returns %s, body left %v", response.Status, response.Body.Close())
	}
	if status := visit.finish(t); status != http.StatusCreated {
		t.Errorf("the visit that had begun returns %d, want 201", status)
	}
	if err := server.end(); err != nil {
		t.Errorf("the server stopped with %v", err)
	}
	if visits := database.Rows(t, "SELECT count(*) FROM visits")[0]; visits != "1" {
		t.Errorf("there are %s visits, want 1", visits)
	}
}

func TestDrain_ReadyzFails_VisitsStillWork(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	counter := &killTest{t: t, customers: createBusiness(t, database, 1), ackedVisits: map[string]string{}}
	server := start(t, database, "--drain", "10m")
	counter.signIn(server.url)
	ask := func(signal syscall.Signal) {
		if err := server.program.Signal(signal); err != nil {
			t.Fatal(err)
		}
	}
	ask(syscall.SIGTERM)
	status, body := fetch(t, server.url+"/api/readyz")
	for status == http.StatusOK { // the signal takes a moment
		status, body = fetch(t, server.url+"/api/readyz")
	}
	if status != http.StatusServiceUnavailable || !strings.Contains(body, "NOT_READY") {
		t.Errorf("a server that will stop returns %d %s, want 503 NOT_READY", status, body)
	}
	if status, body := fetch(t, server.url+"/api/healthz"); status != http.StatusOK {
		t.Errorf("a server that will stop must still be healthy: %d %s", status, body)
	}
	counter.checkIn(server.url, func() {})
	if counter.visitOf(counter.customers[0]) == "" {
		t.Error("a server that will stop must still take a visit")
	}
	ask(syscall.SIGINT)
	server.mustEnd()
}
