package httpapi

import (
	"fmt"
	"net/http"
	"net/url"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/messaging"
)

func (s *site) receiveProofMessage(link, phone string) {
	s.t.Helper()
	address, err := url.Parse(link)
	if err != nil {
		s.t.Fatal(err)
	}
	s.Clock.Advance(time.Second)
	err = s.Cases.Inbox.Receive(s.t.Context(), messaging.InboundMessage{
		Inbound: messaging.Inbound{Phone: phone, At: s.Clock.Now()}, ID: s.Phone(), Text: address.Query().Get("text"),
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

func TestPhoneProof_Message_VerifiesThePhone(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Register("Ana")
	path := "/public/customers/" + ana.QR() + "/phone-proof"
	s.call(asAnonymous, http.MethodGet, path, "").has(http.StatusOK, `{"verified":false,"offered":true,"hidden":false}`)
	var proof PhoneProof
	s.call(asAnonymous, http.MethodPost, path, "").has(http.StatusOK).lacks(ana.Phone).into(&proof)
	s.receiveProofMessage(proof.Link, s.Phone())
	s.call(asAnonymous, http.MethodGet, path, "").has(http.StatusOK, `"verified":false`)
	s.receiveProofMessage(proof.Link, ana.Phone)
	s.call(asAnonymous, http.MethodGet, path, "").has(http.StatusOK, `"verified":true`)
	s.Archive(ana)
	s.call(asAnonymous, http.MethodPost, path, "").has(http.StatusNotFound).problem()
	s.call(asAnonymous, http.MethodGet, path, "").has(http.StatusNotFound).problem()
}

func TestMessageSignIn_Message_OpensASession(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Customer("Ana")
	s.call(asAnonymous, http.MethodGet, "/auth/customer/ways?businessId="+s.Business.ID, "").has(http.StatusOK, `{"code":true,"email":true,"message":true,"whatsapp":"TRIAL"}`)
	s.call(asAnonymous, http.MethodGet, "/auth/customer/ways", "").has(http.StatusOK, `"message":true`)
	s.call(asAnonymous, http.MethodGet, "/auth/customer/ways?businessId=none", "").has(http.StatusNotFound).problem()
	var ticket SignInTicket
	s.call(asAnonymous, http.MethodPost, "/auth/customer/message", fmt.Sprintf(`{"businessId":%q}`, s.Business.ID)).has(http.StatusOK).into(&ticket)
	check := func() answer {
		return s.call(asAnonymous, http.MethodPost, "/auth/customer/message/check", fmt.Sprintf(`{"ticket":%q}`, ticket.Ticket))
	}
	check().has(http.StatusOK, `{"session":null}`)
	s.receiveProofMessage(ticket.Link, ana.Phone)
	var awaitedSession AwaitedSession
	check().has(http.StatusOK).into(&awaitedSession)
	if awaitedSession.Session == nil || awaitedSession.Session.CustomerID != ana.ID || awaitedSession.Session.Name != "Ana" {
		t.Fatalf("the session is %+v, want a session of Ana", awaitedSession.Session)
	}
	s.tokens[asCustomer] = awaitedSession.Session.Token
	s.call(asCustomer, http.MethodGet, "/portal/me", "").has(http.StatusOK, ana.ID)
	if problem := check().has(http.StatusUnauthorized).problem(); problem.Code != loyalty.ErrTicketRefused.Code {
		t.Errorf("the second use of the ticket: got %s, want ErrTicketRefused", problem.Code)
	}
	s.Suspend()
	s.call(asAnonymous, http.MethodPost, "/auth/customer/message", fmt.Sprintf(`{"businessId":%q}`, s.Business.ID)).has(http.StatusForbidden, "BUSINESS_SUSPENDED")
}

func TestPhoneProof_Requests_AreLimited(t *testing.T) {
	t.Parallel()
	s := newLimitedSite(t)
	ana := s.Customer("Ana")
	s.mustExhaust(10, func(int) answer {
		return s.call(asAnonymous, http.MethodPost, "/public/customers/"+ana.QR()+"/phone-proof", "")
	})
	s = newLimitedSite(t)
	s.mustExhaust(60, func(int) answer { return s.call(asAnonymous, http.MethodPost, "/auth/customer/message", `{}`) })
}

func TestMessageSignIn_TicketGuesses_AreLimited(t *testing.T) {
	t.Parallel()
	s := newLimitedSite(t)
	s.mustExhaust(6000, func(i int) answer {
		return s.call(asAnonymous, http.MethodPost, "/auth/customer/message/check", fmt.Sprintf(`{"ticket":"%d"}`, i))
	})
}
