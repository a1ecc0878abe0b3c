package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"axioma/internal/store/storetest"
)

func signInToken(t *testing.T, url string) (token, keyID string) {
	t.Helper()
	response, err := http.Post(url+"/api/auth/login", "application/json", strings.NewReader(fmt.Sprintf(`{"email":%q,"password":%q}`, ownerEmail, password)))
	if err != nil {
		t.Fatal(err)
	}
	var body struct {
		Token string `json:"token"`
	}
	err = json.NewDecoder(response.Body).Decode(&body)
	if closeErr := response.Body.Close(); err != nil || closeErr != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("the sign-in returns %d, %v, %v; want 200", response.StatusCode, err, closeErr)
	}
	parsedToken, _, err := jwt.NewParser().ParseUnverified(body.Token, jwt.MapClaims{})
	if err != nil {
		t.Fatal(err)
	}
	keyID, _ = parsedToken.Header["kid"].(string)
	return body.Token, keyID
}

func sessionStatus(url, token string) (int, error) {
	request, err := http.NewRequest(http.MethodGet, url+"/api/auth/session", http.NoBody)
	if err != nil {
		return 0, err
	}
	request.Header.Set("Authorization", "Bearer "+token)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}
	return response.StatusCode, response.Body.Close()
}

func mustAnswerSession(t *testing.T, session, url, token string, want int) {
	t.Helper()
	if status, err := sessionStatus(url, token); err != nil || status != want {
		t.Errorf("%s returns %d, %v, want %d", session, status, err, want)
	}
}

func keepCalling(t *testing.T, servers []*testServer, token string) (stop func()) {
	done := make(chan struct{})
	var calls sync.WaitGroup
	for _, server := range servers {
		calls.Go(func() {
			for {
				select {
				case <-done:
					return
				case <-time.After(time.Millisecond):
				}
				if status, err := sessionStatus(server.url, token); err != nil || status != http.StatusOK {
					t.Errorf("during a rotation a session returns %d, %v; want 200", status, err)
					return
				}
			}
		})
	}
	return func() { close(done); calls.Wait() }
}

func serversOn(t *testing.T, database storetest.Database) []*testServer {
	t.Helper()
	servers := []*testServer{serve(t, append(database.Flags(), "--rate-limits", "off")...)}
	if database.URL != "" {
		servers = append(servers, serve(t, append(database.Flags(), "--rate-limits", "off")...))
	}
	return servers
}

func waitFor(t *testing.T, condition string, is func() bool) {
	t.Helper()
	deadline := time.After(time.Minute)
	for !is() {
		select {
		case <-deadline:
			t.Fatalf("a minute was not enough for %s", condition)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func TestKeys_RotateOnRunningServers_KeepsSessions(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	createBusiness(t, database, 0)
	servers := serversOn(t, database)
	old, first := signInToken(t, servers[0].url)
	stop := keepCalling(t, servers, old)
	out := mustSay(t, database, "", "New key: ", "keys", "rotate")
	next := regexp.MustCompile(`New key: (\w+)\.`).FindStringSubmatch(out)
	if len(next) != 2 || next[1] == first {
		t.Fatalf("rotating prints %q, want a new key", out)
	}
	var fresh string
	waitFor(t, "the first token of the new key", func() bool {
		token, keyID := signInToken(t, servers[0].url)
		for _, server := range servers { // each server must know the key
			mustAnswerSession(t, "a token of "+keyID, server.url, token, http.StatusOK)
		}
		fresh = token
		return keyID == next[1]
	})
	stop()
	mustFail(t, database, "", "this key signs new tokens", "keys", "retire", next[1])
	mustFail(t, database, "", "no signing key has this id", "keys", "retire", "unknown")
	list := mustSay(t, database, "", first, "keys", "list")
	if !regexp.MustCompile(first+` +database +\S+ +valid until \d`).MatchString(list) || !regexp.MustCompile(next[1]+` +database +\S+ +signs`).MatchString(list) {
		t.Errorf("the list is\n%s", list)
	}
	mustSay(t, database, "", "sessions have ended: "+first, "keys", "retire", first)
	for _, server := range servers {
		waitFor(t, "the end of the old session", func() bool {
			status, err := sessionStatus(server.url, old)
			return err == nil && status == http.StatusUnauthorized
		})
		mustAnswerSession(t, "a token of the new key", server.url, fresh, http.StatusOK)
	}
	mustSay(t, database, "", "There are no former keys.", "keys", "retire", "--old")
	mustSay(t, database, "", first+"  database", "keys", "list")
}

func TestKeysRetire_WithoutChoice_IsRefused(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"keys", "retire"}, {"keys", "retire", "first", "--old"}} {
		if _, _, err := axioma(t, "", args...); err == nil || !strings.Contains(err.Error(), "name a key, or use --old") {
			t.Errorf("%v ends with %v; want an error and %q in it", args, err, "name a key, or use --old")
		}
	}
}
