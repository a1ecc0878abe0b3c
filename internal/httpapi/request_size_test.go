package httpapi

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"axioma/internal/loyalty"
)

func unknownFields(count int, name string) string {
	var body strings.Builder
	body.WriteString(`{"email":"nadie@x.test","password":"x"`)
	for i := range count {
		fmt.Fprintf(&body, `,"%s%d":1`, name, i)
	}
	return body.String() + "}"
}

func TestProblems_ManyFaults_AreTruncated(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for name, body := range map[string]string{
		"many unknown fields": unknownFields(60, "campo"),
		"a very long name":    unknownFields(1, strings.Repeat("ñ", 1000)),
		"long names":          unknownFields(30, strings.Repeat("campo", 20)),
		"hundreds of fields":  unknownFields(400, "campo"),
	} {
		t.Run(name, func(t *testing.T) {
			got := s.call(asAnonymous, http.MethodPost, "/auth/login", body)
			if got.status != http.StatusUnprocessableEntity && got.status != http.StatusBadRequest {
				t.Errorf("got %d %s, want 422 or 400", got.status, got.body)
			}
			if length := len(got.body); length > 8<<10 {
				t.Errorf("the answer has %d bytes, more than 8 KiB", length)
			}
			problem := got.problem()
			if len(problem.Errors) > 20 {
				t.Errorf("the answer names %d fields, more than 20", len(problem.Errors))
			}
			for _, field := range problem.Errors {
				if length := len([]rune(field.Field)); length > 80 {
					t.Errorf("a field's name has %d characters, more than 80", length)
				}
			}
		})
	}
}

func TestBodies_TooLarge_AreRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, r := range table() {
		e := examples()[r.String()]
		if e.body == nil || r.who.name == provider.name || r.maxBody == maxCopy { // TestCopies_TooLarge_IsRefused
			continue
		}
		largest := 8 << 10
		switch r.path {
		case "/public/devices/handover":
			largest = 64 << 10
		case "/business/logo":
			largest = maxLogo
		case "/customers/{id}/usual/pictures":
			largest = maxPhoto
		case "/imports":
			largest = maxImport
		}
		t.Run(r.String(), func(t *testing.T) {
			siteCopy := *s
			siteCopy.t = t
			path, valid := addParameter(e.path(&siteCopy), "businessId="+s.Business.ID), e.body(&siteCopy)
			siteCopy.call(s.reader(r), r.method, path, valid+strings.Repeat(" ", largest-len(valid)+1)).
				has(http.StatusRequestEntityTooLarge, "TOO_LARGE")
		})
	}
}

func TestLimits_Exhausted_RefuseBeforeReadingTheBody(t *testing.T) {
	t.Parallel()
	for path, tries := range map[string]int{
		"/auth/login":                60,
		"/public/customers/register": 60,
		"/auth/customer/request":     60,
		"/auth/customer/verify":      60,
		"/public/devices/enrol":      120,
		"/public/devices/handover":   120,
	} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			s := newLimitedSite(t)
			s.mustExhaust(tries, func(int) answer {
				return s.call(asAnonymous, http.MethodPost, path, `{"unknown":1}`)
			})
			got := s.call(asAnonymous, http.MethodPost, path, "no JSON").has(http.StatusTooManyRequests)
			if code := got.problem().Code; code != loyalty.ErrTooMany.Code {
				t.Errorf("got the code %s, want ErrTooMany", code)
			}
		})
	}
}

func TestProblems_Busy_HasRetryAfter(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	a := New(s.Cases, Options{Log: s.log()})
	response := httptest.NewRecorder()
	a.problems.refuse(humago.NewContext(nil, httptest.NewRequest(http.MethodPost, "/api/auth/login", http.NoBody), response), loyalty.BusyFor(2*time.Second))
	if response.Code != http.StatusServiceUnavailable || response.Header().Get("Retry-After") != "2" || !strings.Contains(response.Body.String(), "BUSY") {
		t.Errorf("answered %d, Retry-After %q: %s; want 503, 2 and %q in it", response.Code, response.Header().Get("Retry-After"), response.Body, "BUSY")
	}
}
