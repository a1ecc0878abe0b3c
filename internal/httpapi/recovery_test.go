package httpapi

import (
	"fmt"
	"net/http"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service/access"
)

// Spec: routes-9
func TestPasswordRecovery_AnyAddress_IsAnsweredAlike(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.call(asAnonymous, http.MethodGet, "/auth/password-recovery", "").has(http.StatusOK, `"byEmail":true`, `"contact":""`, `"shortestPassword":8`)
	var answers []string
	for _, email := range []string{s.Staff[loyalty.Owner].Email, s.Staff[loyalty.Barber].Email, "nadie@x.test", "nadie"} {
		answer := s.call(asAnonymous, http.MethodPost, "/auth/password-recovery", fmt.Sprintf(`{"email":%q}`, email)).has(http.StatusOK)
		answers = append(answers, answer.body)
	}
	for _, answer := range answers {
		if answer != answers[0] {
			t.Errorf("the answers differ: %q", answers)
		}
	}
	s.call(asAnonymous, http.MethodPost, "/auth/password-recovery/reset", `{"token":"gastado","newPassword":"Navaja y peine 7"}`).
		has(http.StatusConflict, "PASSWORD_RESET_REFUSED")
}

func TestPasswordRecovery_TooOften_IsRefused(t *testing.T) {
	t.Parallel()
	s := newLimitedSite(t)
	for _, email := range []string{s.Staff[loyalty.Owner].Email, "nadie@x.test"} {
		body := fmt.Sprintf(`{"email":%q}`, email)
		for range access.AttemptResetNetwork.Limit().Max {
			s.call(asAnonymous, http.MethodPost, "/auth/password-recovery", body).has(http.StatusOK)
		}
		s.call(asAnonymous, http.MethodPost, "/auth/password-recovery", body).has(http.StatusTooManyRequests)
	}
}
