package httpapi

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

func (s *site) notify(body, signature string) answer {
	request := httptest.NewRequest(http.MethodPost, "/api/wa/webhook", strings.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	if signature != "" {
		request.Header.Set("X-Hub-Signature-256", signature)
	}
	return s.send(request)
}

func signBody(body, secret string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(body))
	return "sha256=" + hex.EncodeToString(mac.Sum(nil))
}

func (s *site) notices() []string {
	return s.Database.Rows(s.t, "SELECT body FROM notices ORDER BY body")
}

func TestWebhook_VerifyToken_IsRequired(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	got := s.call(asAnonymous, http.MethodGet, "/wa/webhook?hub.mode=subscribe&hub.verify_token="+verifyToken+"&hub.challenge=1158201444", "").has(http.StatusOK)
	if got.body != "1158201444" || !strings.HasPrefix(got.header.Get("Content-Type"), "text/plain") {
		t.Errorf("the challenge gets the content type %q and the body %q; want 1158201444 and %q at the start of it", got.header.Get("Content-Type"), got.body, "text/plain")
	}
	for _, query := range []string{
		"", "?hub.mode=subscribe", "?hub.mode=subscribe&hub.verify_token=&hub.challenge=1", "?hub.mode=subscribe&hub.verify_token=otra&hub.challenge=1",
		"?hub.mode=unsubscribe&hub.verify_token=" + verifyToken + "&hub.challenge=1", "?hub.verify_token=" + verifyToken + "&hub.challenge=1",
	} {
		s.call(asAnonymous, http.MethodGet, "/wa/webhook"+query, "").has(http.StatusForbidden).problem()
	}
}

func TestWebhook_Signature_IsRequired(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	const body = `{"object":"whatsapp_business_account","entry":[]}`
	right := signBody(body, appSecret)
	for name, c := range map[string]struct{ body, signature string }{
		"no signature":                        {body, ""},
		"the signature of another secret":     {body, signBody(body, "otro")},
		"the signature of an empty secret":    {body, signBody(body, "")},
		"the signature of another body":       {body, signBody(body+" ", appSecret)},
		"a signature without the algorithm":   {body, strings.TrimPrefix(right, "sha256=")},
		"a shortened signature":               {body, right[:len(right)-2]},
		"a longer signature":                  {body, right + "00"},
		"a signature that is not hexadecimal": {body, "sha256=" + strings.Repeat("z", 64)},
		"the name of another algorithm":       {body, strings.Replace(right, "sha256", "sha1", 1)},
		"a changed body":                      {strings.Replace(body, "entry", "Entry", 1), right},
	} {
		if problem := s.notify(c.body, c.signature).has(http.StatusUnauthorized).problem(); problem.Code != "BAD_SIGNATURE" {
			t.Errorf("%s: the code is %s, want BAD_SIGNATURE", name, problem.Code)
		}
	}
	if storedNotices := s.notices(); len(storedNotices) != 0 {
		t.Fatalf("notices without a valid signature were stored: %v", storedNotices)
	}
	s.notify(body, right).has(http.StatusOK)
	s.notify(body, right).has(http.StatusOK)
	if storedNotices := s.notices(); len(storedNotices) != 1 || storedNotices[0] != body {
		t.Errorf("stored notices are %v, want the signed one", storedNotices)
	}
	s.notify("no JSON", signBody("no JSON", appSecret)).has(http.StatusOK)
	for _, text := range []string{"\xff", "\x00"} {
		s.notify(text, signBody(text, appSecret)).has(http.StatusBadRequest).problem()
	}
}

func TestWebhook_WithoutSecret_IsRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.handler = New(s.Cases, Options{Log: s.log(), Ready: s.Store.Ready})
	s.notify("{}", signBody("{}", "")).has(http.StatusUnauthorized)
	s.call(asAnonymous, http.MethodGet, "/wa/webhook?hub.mode=subscribe&hub.verify_token=&hub.challenge=1", "").has(http.StatusForbidden)
}

func TestWebhook_ThreeMegabytes_AreAccepted(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	largest := strings.Repeat(" ", maxNotice)
	s.notify(largest, signBody(largest, appSecret)).has(http.StatusOK)
	s.notify(largest+" ", signBody(largest+" ", appSecret)).has(http.StatusRequestEntityTooLarge).problem()
}

func TestWebhook_SuspendedBusiness_StoresNoticesWithoutRateLimit(t *testing.T) {
	t.Parallel()
	s := newLimitedSite(t)
	s.Suspend()
	for i := range 100 {
		body := fmt.Sprintf(`{"entry":[],"n":%d}`, i)
		s.notify(body, signBody(body, appSecret)).has(http.StatusOK)
	}
	if storedNotices := s.notices(); len(storedNotices) != 100 {
		t.Errorf("%d notices are stored, want 100", len(storedNotices))
	}
}

type blockedBody struct{ start, release chan struct{} }

func (h blockedBody) Read([]byte) (int, error) {
	h.start <- struct{}{}
	<-h.release
	return 0, io.EOF
}

func TestWebhook_TooManyLargeNotices_AreRefusedBeforeVerification(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	slow := blockedBody{start: make(chan struct{}), release: make(chan struct{})}
	var group sync.WaitGroup
	for i := range maxLargeNotices {
		request := httptest.NewRequest(http.MethodPost, "/api/wa/webhook", slow)
		request.Header.Set("X-Hub-Signature-256", signBody("", "otro"))
		request.ContentLength = []int64{maxNotice, -1}[i%2]
		group.Go(func() { s.handler.ServeHTTP(httptest.NewRecorder(), request) })
		<-slow.start
	}
	large := strings.Repeat(" ", smallNotice+1)
	sentAway := httptest.NewRecorder()
	request := httptest.NewRequest(http.MethodPost, "/api/wa/webhook", strings.NewReader(large))
	request.Header.Set("X-Hub-Signature-256", signBody(large, appSecret))
	s.handler.ServeHTTP(sentAway, request)
	if sentAway.Code != http.StatusServiceUnavailable || sentAway.Header().Get("Retry-After") == "" {
		t.Errorf("one notice too many: got %d %s, Retry-After %q; want 503 and some Retry-After", sentAway.Code, sentAway.Body, sentAway.Header().Get("Retry-After"))
	}
	s.notify("{}", signBody("{}", appSecret)).has(http.StatusOK)
	s.notify(large, "").has(http.StatusUnauthorized)
	close(slow.release)
	group.Wait()
	s.notify(large, signBody(large, appSecret)).has(http.StatusOK)
}
