package httpapi

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"axioma/internal/loyalty"
)

// Spec: calls-12, calls-13, calls-14, calls-15, calls-16
func TestUsers_CallsOfTheSpecification_ManageAccounts(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	var user User
	s.call(asAdmin, http.MethodPost, "/users", `{"email":" Nueva@axioma.test","password":"clave1","role":"BARBER"}`).
		has(http.StatusCreated, `{"id":"`, `"email":"nueva@axioma.test"`, `"role":"BARBER"`).into(&user)
	s.call(asAdmin, http.MethodGet, "/users", "").has(http.StatusOK, `"items":[{"id":"`, `"id":"`+user.ID+`","email":"nueva@axioma.test"`, `"total":2`)

	for path, body := range map[string]string{
		"/users/" + user.ID + "/reset-password": "", "/admin/users/" + user.ID + "/reset-password": "",
		"/cp/users/" + user.ID + "/reset-password": "", "/users/reset-password": fmt.Sprintf(`{"userId":%q}`, user.ID),
	} {
		s.call(asOwner, http.MethodPost, path, body).has(http.StatusOK, `{"tempPassword":"`)
	}
	s.call(asOwner, http.MethodPatch, "/users/"+user.ID+"/password", `{"newPassword":"clave-0"}`).has(http.StatusOK, `{"tempPassword":"clave-0"}`)

	password := "clave-0"
	for i, call := range []struct{ method, path string }{
		{http.MethodPatch, "/users/me/password"}, {http.MethodPost, "/users/me/password"}, {http.MethodPost, "/auth/change-password"},
		{http.MethodPost, "/me/password"},
	} {
		var session Session
		s.call(asAnonymous, http.MethodPost, "/auth/login", fmt.Sprintf(`{"email":%q,"password":%q}`, user.Email, password)).has(http.StatusOK).into(&session)
		next := fmt.Sprintf("clave-nueva-%d", i)
		request := s.request(asAnonymous, call.method, call.path, fmt.Sprintf(`{"currentPassword":%q,"newPassword":%q}`, password, next))
		request.Header.Set("Authorization", "Bearer "+session.Token)
		s.send(request).has(http.StatusOK, `"token":"`)
		password = next
	}
}

func TestTemporaryPassword_OtherCalls_AreRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	barber := s.Staff[loyalty.Barber]
	temporary, err := s.Cases.Users.ResetPassword(t.Context(), s.Owner, barber.ID, "")
	if err != nil {
		t.Fatal(err)
	}
	var session Session
	s.call(asAnonymous, http.MethodPost, "/auth/login", fmt.Sprintf(`{"email":%q,"password":%q}`, barber.Email, temporary)).
		has(http.StatusOK, `"mustChangePassword":true`).into(&session)
	s.tokens[asBarber] = session.Token
	for _, r := range table() {
		if r.who.open() || r.who.customer || r.who.name == anyUser.name || r.who.name == signedIn.name || !r.who.allows(loyalty.Barber) {
			continue
		}
		path := strings.NewReplacer("{id}", "x", "{rewardId}", "y").Replace(r.path)
		got := s.call(asBarber, r.method, path, "").has(http.StatusConflict)
		if code := got.problem().Code; code != "PASSWORD_CHANGE_REQUIRED" {
			t.Errorf("%s is refused with %s, want PASSWORD_CHANGE_REQUIRED", r, code)
		}
	}
	s.call(asBarber, http.MethodPost, "/auth/change-password", fmt.Sprintf(`{"currentPassword":%q,"newPassword":"Mía-y-nueva-1"}`, temporary)).
		has(http.StatusOK, `"mustChangePassword":false`).into(&session)
	s.tokens[asBarber] = session.Token
	s.call(asBarber, http.MethodGet, "/business", "").has(http.StatusOK)
}

// Spec: routes-10
func TestInvitation_OfStaff_SignsInOnce(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	var invitedUser InvitedUser
	s.call(asAdmin, http.MethodPost, "/users/invitations", `{"email":"bea@axioma.test","name":"Bea","role":"BARBER"}`).
		has(http.StatusCreated, `"mailed":true`, s.Business.Name, "/invitacion#").into(&invitedUser)
	if invitedUser.Reach != reachUnencrypted {
		t.Errorf("the link %s has the reach %q, want UNENCRYPTED", invitedUser.URL, invitedUser.Reach)
	}
	_, token, _ := strings.Cut(invitedUser.URL, "#")
	s.call(asAdmin, http.MethodGet, "/users", "").has(http.StatusOK, `"invitedTo":`)
	s.call(asAnonymous, http.MethodPost, "/auth/invitation", fmt.Sprintf(`{"token":%q}`, token)).
		has(http.StatusOK, s.Business.Name, `"name":"Bea"`, `"role":"BARBER"`)
	body := fmt.Sprintf(`{"token":%q,"newPassword":"navaja y peine 7"}`, token)
	s.call(asAnonymous, http.MethodPost, "/auth/invitation/accept", body).has(http.StatusOK, `"mustChangePassword":false`, `"token":`)
	s.call(asAnonymous, http.MethodPost, "/auth/invitation/accept", body).has(http.StatusConflict, "INVITATION_REFUSED")
	s.call(asAnonymous, http.MethodPost, "/auth/invitation", fmt.Sprintf(`{"token":%q}`, token)).has(http.StatusConflict, "INVITATION_REFUSED")
	if list := s.call(asAdmin, http.MethodGet, "/users", "").has(http.StatusOK); strings.Contains(list.body, "invitedTo") {
		t.Errorf("a user who has joined is listed as invited: %s", list.body)
	}
}
