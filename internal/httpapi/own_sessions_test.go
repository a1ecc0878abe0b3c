package httpapi

import (
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
)

const chromeOnWindows = "Mozilla/5.0 (Windows NT 10.0) Chrome/130.0"

func TestOwnSessions_ListAndClose_ShowTheCallersDevices(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	owner := s.Staff[loyalty.Owner]
	login := s.request(asAnonymous, http.MethodPost, "/auth/login", fmt.Sprintf(`{"email":%q,"password":%q}`, owner.Email, servicetest.Password))
	login.Header.Set("User-Agent", chromeOnWindows)
	var session Session
	s.send(login).has(http.StatusOK).into(&session)
	var sessions struct{ Items []StaffSession }
	s.call(asOwner, http.MethodGet, "/auth/sessions", "").has(http.StatusOK).into(&sessions)
	if len(sessions.Items) != 2 {
		t.Fatalf("the list has %+v, want two sessions", sessions.Items)
	}
	for _, open := range sessions.Items {
		if open.Current {
			s.call(asForeignOwner, http.MethodDelete, "/auth/sessions/"+open.ID, "").has(http.StatusNotFound, "SESSION_NOT_FOUND")
			continue
		}
		if open.Device != "Chrome en Windows" || open.Address != "192.0.2.1" {
			t.Errorf("the other device is shown as %+v, want Chrome on Windows and its address", open)
		}
		s.call(asOwner, http.MethodDelete, "/auth/sessions/"+open.ID, "").has(http.StatusOK)
	}
	s.useToken(asAdmin, session.Token)
	s.call(asAdmin, http.MethodGet, "/business", "").has(http.StatusUnauthorized, "TOKEN_EXPIRED")
	s.call(asOwner, http.MethodGet, "/auth/session", "").has(http.StatusOK, `"idleSeconds":null`)
	s.call(asOperator, http.MethodGet, "/auth/session", "").has(http.StatusOK, `"idleSeconds":3600`)
}

func TestOperatorSession_AutomaticCall_SaysHowLongItLasts(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.useToken(asOperator, s.token(asOperator))
	show := func(automatic bool, want string) {
		t.Helper()
		request := s.request(asOperator, http.MethodGet, "/auth/session", "")
		if automatic {
			request.Header.Set(automaticHeader, "true")
		}
		s.send(request).has(http.StatusOK, want)
	}
	show(false, `"idleLeftSeconds":3600`)
	s.Clock.Advance(50 * time.Minute)
	show(true, `"idleLeftSeconds":600`)
	s.Clock.Advance(5 * time.Minute)
	show(true, `"idleLeftSeconds":300`)
	show(false, `"idleLeftSeconds":3600`)
	for range 13 {
		s.Clock.Advance(30 * time.Minute)
		show(false, `"idleSeconds":3600`)
	}
	show(true, `"idleLeftSeconds":null`) // the session ends earlier, eight hours after its start
	s.call(asOwner, http.MethodGet, "/auth/session", "").has(http.StatusOK, `"idleLeftSeconds":null`)
}

func TestOperatorSession_AutomaticCalls_DoNotExtendIt(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.useToken(asOperator, s.token(asOperator))
	poll := func() answer {
		request := s.request(asOperator, http.MethodGet, "/cp/overview", "")
		request.Header.Set(automaticHeader, "true")
		return s.send(request)
	}
	for range 6 {
		poll().has(http.StatusOK)
		s.Clock.Advance(10*time.Minute + time.Second)
	}
	poll().has(http.StatusUnauthorized, "SESSION_IDLE", "tras una hora sin usarla")
}

func TestOperatorNetworks_BehindTheProxy_AnswerAsForAWrongPassword(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	cases, err := service.New(s.Store, service.Options{Clock: s.Clock.Now, SecondFactorExempt: func(string) bool { return true }, OperatorsFrom: []netip.Prefix{netip.MustParsePrefix("203.0.113.0/24")}})
	if err != nil {
		t.Fatal(err)
	}
	operator := s.Operator(t)
	s.useToken(asOperator, s.Town.Token(t, operator))
	for _, proxied := range []bool{true, false} { // without our proxy, the header is not trusted
		s.handler = s.apiOn(cases, limitsOn(t, cases), func(o *Options) { o.TrustProxy = proxied })
		from := func(request *http.Request, address string) answer {
			request.Header.Set("X-Forwarded-For", "203.0.113.1, "+address)
			return s.send(request)
		}
		login := func(address, password string) answer {
			return from(s.request(asAnonymous, http.MethodPost, "/auth/login", fmt.Sprintf(`{"email":%q,"password":%q}`, operator.Email, password)), address)
		}
		inside, outside := "203.0.113.9", "198.51.100.1"
		right, wrong := login(outside, servicetest.Password), login(outside, "otra clave")
		if right.status != http.StatusUnauthorized || right.body != wrong.body {
			t.Errorf("proxied %t: from outside, a right password gets %d %s, want 401 and %s as for a wrong one", proxied, right.status, right.body, wrong.body)
		}
		allowed := login(inside, servicetest.Password).status == http.StatusOK
		used := from(s.request(asOperator, http.MethodGet, "/cp/businesses", ""), inside).status == http.StatusOK
		if allowed != proxied || used != proxied {
			t.Errorf("proxied %t: from inside, the sign-in is admitted: %t, the session: %t; want both only behind the proxy", proxied, allowed, used)
		}
		from(s.request(asOperator, http.MethodGet, "/cp/businesses", ""), outside).has(http.StatusUnauthorized, "UNAUTHENTICATED")
	}
}

func TestLogin_NewDevice_MailsTheUserOnce(t *testing.T) {
	t.Parallel()
	s := newLimitedSite(t)
	owner := s.Staff[loyalty.Owner]
	var cookies []*http.Cookie
	for _, want := range []int{1, 0} {
		request := s.request(asAnonymous, http.MethodPost, "/auth/login", fmt.Sprintf(`{"email":%q,"password":%q}`, owner.Email, servicetest.Password))
		request.Header.Set("User-Agent", chromeOnWindows)
		for _, cookie := range cookies {
			request.AddCookie(cookie)
		}
		got := s.send(request).has(http.StatusOK)
		cookies = (&http.Response{Header: got.header}).Cookies()
		mails := s.ClaimMails()
		if len(mails) != want {
			t.Fatalf("the sign-in sent %d mails, want %d", len(mails), want)
		}
		for _, mail := range mails {
			if mail.Kind != loyalty.MailNewDevice || !strings.Contains(mail.Text, "Chrome en Windows, dirección 192.0.2.1") {
				t.Errorf("the mail is %+v; want Kind %v and %q in Text", mail, loyalty.MailNewDevice, "Chrome en Windows, dirección 192.0.2.1")
			}
		}
	}
}
