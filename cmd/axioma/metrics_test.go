package main

import (
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"axioma/internal/store/storetest"
)

func request(t *testing.T, method, url, body string, headers map[string]string) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestMetrics_OwnAddress_IsServed(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	ana := createBusiness(t, database, 1)[0]
	s := serve(t, withDatabase(database, "--metrics", "127.0.0.1:0")...)
	metrics := regexp.MustCompile(`msg=metrics address=(\S+)`).FindStringSubmatch(s.log.String())
	if metrics == nil {
		t.Fatalf("the log does not say where the metrics are: %s", s.log)
	}
	form := map[string]string{"Content-Type": "application/json"}
	var session struct{ Token string }
	signedIn := request(t, http.MethodPost, s.url+"/api/auth/login", `{"email":"`+ownerEmail+`","password":"`+password+`"}`, form)
	if err := json.Unmarshal([]byte(signedIn), &session); err != nil || session.Token == "" {
		t.Fatalf("signing in returns %s (%v), want a token", signedIn, err)
	}
	form["Authorization"], form["Idempotency-Key"] = "Bearer "+session.Token, "0192d4e5-6b7c-7def-8123-456789abcdef"
	for range 2 {
		request(t, http.MethodPost, s.url+"/api/customers/"+ana+"/visits", `{}`, form)
	}
	metricsText := request(t, http.MethodGet, "http://"+metrics[1]+"/metrics", "", nil)
	for _, line := range []string{
		`axioma_requests_total{method="POST",route="/api/customers/{id}/visits",status="201"} 2`,
		"axioma_checkins_total 1", "axioma_checkin_replays_total 1", "axioma_ready 1", "axioma_survey_failures_total 0",
	} {
		if !strings.Contains(metricsText, line+"\n") {
			t.Errorf("the metrics lack the line %s", line)
		}
	}
	if public := request(t, http.MethodGet, s.url+"/metrics", "", nil); strings.Contains(public, "axioma_checkins_total") {
		t.Error("the metrics must not be readable on the public address")
	}
}
