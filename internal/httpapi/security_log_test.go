package httpapi

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"axioma/internal/logs"
	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
)

func TestSecurityLog_Events_AreLoggedWithoutData(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		as           caller
		method, path string
		body         func(*site) string
		want         func(*site) string
	}{
		"a sign-in": {asAnonymous, http.MethodPost, "/auth/login", loginBody, func(s *site) string {
			return "msg=authenticated route=/auth/login from=192.0.2.1 user=" + s.Staff[loyalty.Admin].ID
		}},
		"a call without a session": {asAnonymous, http.MethodGet, "/business", nil, func(*site) string {
			return "msg=\"request refused\" status=401 route=/api/business from=192.0.2.1"
		}},
		"a call that the role may not make": {asBarber, http.MethodPatch, "/business", nil, func(*site) string {
			return "status=403 route=/api/business from=192.0.2.1"
		}},
		"an unknown field": {asOwner, http.MethodPatch, "/business", func(*site) string { return `{"Secreta":1}` }, func(*site) string {
			return "status=422 route=/api/business from=192.0.2.1"
		}},
		"broken JSON": {asOwner, http.MethodPatch, "/business", func(*site) string { return `{"Secreta` }, func(*site) string {
			return "status=400 route=/api/business from=192.0.2.1"
		}},
		"a body that is too large": {asOwner, http.MethodPatch, "/business", func(*site) string { return fmt.Sprintf(`{"name":%q}`, strings.Repeat("Secreta", 2000)) }, func(*site) string {
			return "status=413 route=/api/business from=192.0.2.1"
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t)
			var logOutput strings.Builder
			s.handler = s.apiOn(s.Cases, nil, func(o *Options) { o.Log = logs.New(&logOutput, logs.Text, slog.LevelInfo) })
			body := ""
			if test.body != nil {
				body = test.body(s)
			}
			s.call(test.as, test.method, test.path, body)
			if want := test.want(s); !strings.Contains(logOutput.String(), want) || !strings.Contains(logOutput.String(), "request=") {
				t.Errorf("the log lacks %q: %s", want, logOutput.String())
			}
			for _, sentText := range []string{"Secreta", "@", "Bearer", "Clave"} {
				if strings.Contains(logOutput.String(), sentText) {
					t.Errorf("the log has what the caller sent: %s", logOutput.String())
				}
			}
		})
	}
}

func TestSecurityLog_SignInWithoutScript_IsLogged(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	var logOutput strings.Builder
	pages := s.pages(func(o *Options) { o.Log = logs.New(&logOutput, logs.Text, slog.LevelInfo) })
	form := url.Values{"email": {s.Staff[loyalty.Owner].Email}, "password": {servicetest.Password}}
	request := httptest.NewRequest(http.MethodPost, "/login", strings.NewReader(form.Encode()))
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	pages.ServeHTTP(httptest.NewRecorder(), request)
	if want := "msg=authenticated route=/login from=192.0.2.1 user=" + s.Staff[loyalty.Owner].ID; !strings.Contains(logOutput.String(), want) {
		t.Errorf("the log lacks %q: %s", want, logOutput.String())
	}
}
