package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/store/storetest"
)

func openPortal(t *testing.T, server *testServer, database storetest.Database, phone string) (token string, rest io.Reader) {
	t.Helper()
	post := func(path, body string) *http.Response {
		response, err := http.Post(server.url+"/api/auth/customer/"+path, "application/json", strings.NewReader(body))
		if err != nil || response.StatusCode != http.StatusOK {
			t.Fatalf("getting %s: %v, %+v; want StatusCode 200", path, err, response)
		}
		return response
	}
	if err := post("request", fmt.Sprintf(`{"phone":%q}`, phone)).Body.Close(); err != nil {
		t.Fatal(err)
	}
	text := database.Rows(t, "SELECT text FROM messages WHERE kind = 'OTP'")[0]
	answer := post("verify", fmt.Sprintf(`{"phone":%q,"code":%q}`, phone, text[:loyalty.CodeDigits]))
	var session struct {
		Token string `json:"token"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&session); err != nil {
		t.Fatal(err)
	}
	if err := answer.Body.Close(); err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.url+"/api/portal/me/live", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+session.Token)
	stream, err := http.DefaultClient.Do(request)
	if err != nil || stream.StatusCode != http.StatusOK {
		t.Fatalf("following the card: %v, %+v; want StatusCode 200", err, stream)
	}
	t.Cleanup(func() {
		if err := stream.Body.Close(); err != nil {
			t.Error(err)
		}
	})
	lines := bufio.NewReader(stream.Body)
	if line, err := lines.ReadString('\n'); err != nil || line != "event: card\n" {
		t.Fatalf("the stream begins with %q, %v; want %q", line, err, "event: card\n")
	}
	return session.Token, lines
}

func TestPortalStream_SignOutOnOneServer_EndsOnTheOthers(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	createBusiness(t, database, 1)
	follows := serve(t, database.Flags()...)
	remaining := follows
	if database.URL != "" {
		remaining = serve(t, database.Flags()...)
	}
	token, rest := openPortal(t, follows, database, "+34600000000")
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, remaining.url+"/api/portal/me/logout", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+token)
	response, err := http.DefaultClient.Do(request)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("signing out: %v, %+v; want StatusCode 200", err, response)
	}
	if err := response.Body.Close(); err != nil {
		t.Error(err)
	}
	if data, err := io.ReadAll(rest); err != nil || strings.Contains(string(data), "event:") {
		t.Errorf("after the sign-out, the stream must have no events, but has %q, %v", data, err)
	}
}

func TestShutdown_OpenPortalStreams_AreNotWaitedFor(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	createBusiness(t, database, 1)
	server := serve(t, database.Flags()...)
	openPortal(t, server, database, "+34600000000")
	// A shutdown that waits for streams ends with an error.
	if err := server.end(); err != nil {
		t.Errorf("the server stopped with %v", err)
	}
}
