package httpapi

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
)

type steps struct {
	name  string
	token string
}

func TestRecentAuthentication_EachRoute_AnswersAsRecorded(t *testing.T) {
	t.Parallel()
	const golden = "testdata/second_factors.golden"
	s := newSite(t)
	operator := s.StrictOperator(t)
	half := s.Town.Token(t, operator)
	app := s.Enrol(t, operator)
	sessions := []steps{{"no code", half}, {"old", app.Session.Token}, {"fresh", ""}}
	s.Clock.Advance(50 * time.Minute) // after an hour without use an operator's session ends
	code := s.Clock.NextCode(t, app.Secret)
	fresh, err := s.Cases.SecondFactors.Reauthenticate(t.Context(), s.Actor(t, app.Session.Token), servicetest.Password, code)
	if err != nil {
		t.Fatal(err)
	}
	sessions[2].token = fresh.Token
	var lines strings.Builder
	for _, r := range table() {
		if len(r.who.roles) == 0 || strings.HasSuffix(r.path, "/logout") || strings.HasSuffix(r.path, "/close-others") { // these calls would end the sessions of the other rows
			continue
		}
		fmt.Fprintf(&lines, "%-7s %-50s", r.method, r.path)
		for _, session := range sessions {
			fmt.Fprintf(&lines, " | %s: %s", session.name, s.refusalOf(t, r, session.token))
		}
		lines.WriteString("\n")
	}
	for _, act := range s.actsOnAccounts() {
		fmt.Fprintf(&lines, "%-58s", act.name)
		for _, session := range sessions[1:] {
			fmt.Fprintf(&lines, " | %s: %s", session.name, s.refusalOfAct(t, act, session.token))
		}
		lines.WriteString("\n")
	}
	mustMatchGolden(t, golden, lines.String(), "the rights of a session have changed")
}

// accountAct is a call. A $ in its body is replaced by random text.
type accountAct struct{ name, path, body string }

func (s *site) actsOnAccounts() []accountAct {
	var acts []accountAct
	for _, role := range []loyalty.Role{loyalty.Barber, loyalty.Admin, loyalty.Owner} {
		acts = append(acts, accountAct{"reset " + string(role), "/users/" + s.Account(role).ID + "/reset-password", ""})
		if role == loyalty.Owner {
			continue // no call creates an owner in an existing business
		}
		body := `{"email":"$@nuevo.test","role":"` + string(role) + `"`
		acts = append(acts,
			accountAct{"create " + string(role), "/users", body + `,"password":"Tijera-77"}`},
			accountAct{"invite " + string(role), "/users/invitations", body + `}`})
	}
	slices.SortFunc(acts, func(a, b accountAct) int { return strings.Compare(a.name, b.name) })
	return acts
}

func (s *site) refusalOfAct(t *testing.T, act accountAct, token string) string {
	t.Helper()
	request := s.request(asAnonymous, http.MethodPost, act.path+"?businessId="+s.Business.ID, strings.ReplaceAll(act.body, "$", rand.Text()))
	request.Header.Set("Authorization", "Bearer "+token)
	switch got := s.send(request); {
	case got.status == http.StatusOK || got.status == http.StatusCreated:
		return "admitted"
	case got.status == http.StatusForbidden && strings.Contains(got.body, loyalty.ErrRecentAuthenticationRequired.Code):
		return loyalty.ErrRecentAuthenticationRequired.Code
	default:
		t.Errorf("%s answers %d: %s", act.name, got.status, got.body)
		return "refused"
	}
}

func (s *site) refusalOf(t *testing.T, r route, token string) string {
	t.Helper()
	request := s.request(asAnonymous, r.method, strings.NewReplacer("{", "", "}", "").Replace(r.path), "")
	query := request.URL.Query()
	if r.who.business {
		query.Set("businessId", s.Business.ID)
	}
	request.URL.RawQuery = query.Encode()
	request.Header.Set("Authorization", "Bearer "+token)
	got := s.send(request)
	for _, code := range []string{loyalty.ErrSecondFactorRequired.Code, loyalty.ErrRecentAuthenticationRequired.Code} {
		if strings.Contains(got.body, `"code":"`+code+`"`) {
			if got.status != http.StatusForbidden {
				t.Errorf("%s with the code %s: status %d, want 403", r, code, got.status)
			}
			return code
		}
	}
	if got.status == http.StatusUnauthorized || got.status == http.StatusForbidden {
		t.Errorf("%s: status %d: %s", r, got.status, got.body)
	}
	return "admitted"
}

func (s *site) useToken(as caller, token string) {
	s.tokens[as] = token
	if as == asOperator {
		s.operatorSince = time.Time{}
	}
}

func TestLogin_OperatorWithoutSecondFactor_EnrolsFirst(t *testing.T) {
	t.Parallel()
	s := newLimitedSite(t)
	operator := s.StrictOperator(t)
	login := fmt.Sprintf(`{"email":%q,"password":%q}`, operator.Email, servicetest.Password)
	var session, complete EnrolledFactor
	s.call(asAnonymous, http.MethodPost, "/auth/login", login).has(http.StatusOK, `"role":"SUPERADMIN"`, `"mustChangePassword":false`).into(&session)
	if session.SecondFactor != loyalty.EnrolmentPending || session.Token == "" || session.Token != session.AccessToken {
		t.Fatalf("the session is %+v; want a pending enrolment and one token in Token and AccessToken", session)
	}
	s.useToken(asOperator, session.Token)
	s.call(asOperator, http.MethodGet, "/cp/businesses", "").has(http.StatusForbidden, "SECOND_FACTOR_REQUIRED")
	s.call(asOperator, http.MethodGet, "/auth/second-factor", "").has(http.StatusOK, `"pending":"ENROLMENT"`, `"compulsory":true`, `"enrolledAt":null`)
	var key Enrolment
	s.call(asOperator, http.MethodPost, "/auth/second-factor/enrolment", "").has(http.StatusOK, "data:image/png;base64,", "otpauth://totp/").into(&key)
	code := s.Clock.Code(t, strings.ReplaceAll(key.Secret, " ", ""))
	s.call(asOperator, http.MethodPost, "/auth/second-factor/enrolment/confirm", `{"code":"`+code+`"}`).has(http.StatusOK).into(&complete)
	if len(complete.RecoveryCodes) != loyalty.RecoveryCodeCount || complete.SecondFactor != loyalty.NothingPending {
		t.Fatalf("the enrolment returned %+v; want len(RecoveryCodes) %d and SecondFactor %v", complete, loyalty.RecoveryCodeCount, loyalty.NothingPending)
	}
	s.useToken(asOperator, complete.Token)
	s.call(asOperator, http.MethodGet, "/cp/businesses", "").has(http.StatusOK)
	s.call(asOperator, http.MethodGet, "/auth/second-factor", "").has(http.StatusOK, `"pending":"NONE"`, `"recoveryCodesLeft":10`)
	s.call(asOperator, http.MethodDelete, "/auth/second-factor", "").has(http.StatusConflict, "SECOND_FACTOR_COMPULSORY")

	s.call(asAnonymous, http.MethodPost, "/auth/login", login).has(http.StatusOK, `"secondFactor":"CODE"`).into(&session)
	s.useToken(asOperator, session.Token)
	s.call(asOperator, http.MethodPost, "/auth/change-password", `{"currentPassword":"a","newPassword":"b"}`).has(http.StatusForbidden, "SECOND_FACTOR_REQUIRED")
	s.call(asOperator, http.MethodPost, "/auth/second-factor", `{"code":"`+complete.RecoveryCodes[0]+`"}`).has(http.StatusOK, `"secondFactor":"NONE"`).into(&session)
	s.useToken(asOperator, session.Token)
	s.call(asOperator, http.MethodGet, "/cp/businesses", "").has(http.StatusOK)
	s.call(asOperator, http.MethodPost, "/auth/second-factor/recovery-codes", "").has(http.StatusOK).lacks(complete.RecoveryCodes[1])
}

func TestSecondStep_CompleteSession_IsRefused(t *testing.T) {
	t.Parallel()
	s := newLimitedSite(t)
	for name, token := range map[string]func() string{
		"without a second factor": func() string { return s.Town.Token(t, s.Staff[loyalty.Barber]) },
		"after its code":          func() string { return s.Enrol(t, s.Staff[loyalty.Owner]).Session.Token },
	} {
		t.Log(name)
		s.useToken(asOwner, token())
		for range 20 {
			s.call(asOwner, http.MethodPost, "/auth/second-factor", `{"code":"000000"}`).has(http.StatusConflict, `"code":"NO_SECOND_STEP"`, "no espera ningún código")
		}
		s.call(asOwner, http.MethodGet, "/auth/second-factor", "").has(http.StatusOK, `"pending":"NONE"`)
	}
	if got := s.Database.Rows(t, "SELECT action FROM audit_events WHERE action = 'user.second-factor-failed'"); len(got) > 0 {
		t.Errorf("codes that no session expected are recorded as failures: %q", got)
	}
}

// A right password between two guesses does not reset the count.
func TestSecondFactor_Guesses_AreLimited(t *testing.T) {
	t.Parallel()
	s := newLimitedSite(t)
	owner := s.Staff[loyalty.Owner]
	app := s.Enrol(t, owner)
	guess := func() answer {
		s.useToken(asOwner, s.Town.Token(t, owner))
		return s.call(asOwner, http.MethodPost, "/auth/second-factor", `{"code":"000000"}`)
	}
	guessCount, days := 0, 2
	for end := s.Clock.Now().Add(time.Duration(days) * 24 * time.Hour); s.Clock.Now().Before(end); s.Clock.Advance(5 * time.Minute) {
		for {
			got := guess()
			if got.status == http.StatusTooManyRequests {
				break
			}
			got.has(http.StatusUnprocessableEntity, "SECOND_FACTOR_REFUSED")
			if guessCount++; guessCount > 200 {
				t.Fatal("guesses of codes are never limited")
			}
		}
	}
	if limit := 30 * days; guessCount > limit {
		t.Errorf("%d guesses in %d days, want at most %d", guessCount, days, limit)
	}
	for got := guess(); got.status != http.StatusTooManyRequests; {
		got = guess()
	}
	right := s.call(asOwner, http.MethodPost, "/auth/second-factor", `{"code":"`+s.Clock.NextCode(t, app.Secret)+`"}`)
	right.has(http.StatusTooManyRequests)
	if got := s.Database.Rows(t, "SELECT id FROM users WHERE attacked_at IS NOT NULL"); len(got) != 1 || got[0] != owner.ID {
		t.Errorf("the accounts marked as attacked are %q, want the owner's", got)
	}
	s.Clock.Advance(25 * time.Hour)
	for range 20 {
		s.useToken(asOwner, s.Town.Token(t, owner))
		s.call(asOwner, http.MethodPost, "/auth/second-factor", `{"code":"`+s.Clock.NextCode(t, app.Secret)+`"}`).has(http.StatusOK)
	}
}

func TestRecentAuthentication_OldSession_ActsAfterThePassword(t *testing.T) {
	t.Parallel()
	s := newLimitedSite(t)
	s.token(asOwner)
	s.Clock.Advance(loyalty.RecentAuthentication + time.Second)
	s.call(asOwner, http.MethodPost, "/business/export", "").has(http.StatusForbidden, "RECENT_AUTHENTICATION_REQUIRED")
	s.call(asOwner, http.MethodGet, "/business", "").has(http.StatusOK)
	s.call(asOwner, http.MethodPost, "/auth/recent", `{"password":"otra"}`).has(http.StatusUnprocessableEntity, "WRONG_PASSWORD")
	var session Session
	s.call(asOwner, http.MethodPost, "/auth/recent", `{"password":"`+servicetest.Password+`"}`).has(http.StatusOK).into(&session)
	s.useToken(asOwner, session.Token)
	s.call(asOwner, http.MethodPost, "/business/export", "").has(http.StatusOK)
	for range 20 {
		if s.call(asOwner, http.MethodPost, "/auth/recent", `{"password":"otra"}`).status == http.StatusTooManyRequests {
			return
		}
	}
	t.Error("guesses of the password are never limited")
}

func TestUsers_List_ShowsSecondFactors(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	barber := s.Staff[loyalty.Barber]
	s.Enrol(t, barber)
	var users struct{ Items []User }
	s.call(asOwner, http.MethodGet, "/users", "").has(http.StatusOK).into(&users)
	for _, user := range users.Items {
		if user.TwoSteps != (user.ID == barber.ID) {
			t.Errorf("%s has a second factor: %t; want a second factor for one user only", user.Email, user.TwoSteps)
		}
	}
	s.call(asOwner, http.MethodDelete, "/users/"+barber.ID+"/second-factor", "").has(http.StatusOK, `"secondFactor":false`)
}
