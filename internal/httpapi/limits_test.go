package httpapi

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"axioma/internal/loyalty"
)

// limited is a site with the limits of the product.
func limited(t *testing.T) *site {
	t.Helper()
	limits, err := NewLimits()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := limits.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	s := newSite(t)
	s.handler = s.api(limits)
	return s
}

// mustRunOut makes calls until one is refused, and wants that after so many.
func (s *site) mustRunOut(after int, call func(i int) answer) {
	s.t.Helper()
	for i := range after {
		if got := call(i); got.status == http.StatusTooManyRequests {
			s.t.Fatalf("call %d of %d was one too many", i+1, after)
		}
	}
	got := call(after).has(http.StatusTooManyRequests)
	if problem := got.problem(); problem.Code != loyalty.ErrTooMany.Code {
		s.t.Errorf("code %s", problem.Code)
	}
	if seconds, err := strconv.Atoi(got.header.Get("Retry-After")); err != nil || seconds < 1 || seconds > 3600 {
		s.t.Errorf("Retry-After is %q", got.header.Get("Retry-After"))
	}
}

func TestAnAccountsPasswordCannotBeGuessedOnAndOn(t *testing.T) {
	t.Parallel()
	s := limited(t)
	email := s.Staff[loyalty.Barber].Email
	spellings := []string{email, strings.ToUpper(email), " " + email, email + " ", "\\t" + email}
	s.mustRunOut(10, func(i int) answer {
		return s.call(asNobody, http.MethodPost, "/auth/login", `{"email":"`+spellings[i%len(spellings)]+`","password":"no"}`)
	})
	s.call(asNobody, http.MethodPost, "/auth/login", loginBody(s)).has(http.StatusOK) // another account is not touched
}

func TestOneAddressCannotTryEveryAccount(t *testing.T) {
	t.Parallel()
	s := limited(t)
	s.mustRunOut(60, func(i int) answer {
		return s.call(asNobody, http.MethodPost, "/auth/login", fmt.Sprintf(`{"email":"nadie%d@x.test","password":""}`, i))
	})
}

func TestAPhoneIsNotFloodedWithMessages(t *testing.T) {
	t.Parallel()
	s := limited(t)
	spellings := []string{"612345678", "612 34 56 78", "+34612345678", "0034 612-345-678", "(612) 345 678", "+34 612.345.678"}
	s.mustRunOut(5, func(i int) answer {
		body := fmt.Sprintf(`{"businessId":%q,"name":"Ana","phone":%q,"acceptedPrivacy":true}`, s.Business.ID, spellings[i])
		return s.call(asNobody, http.MethodPost, "/public/customers/register", body)
	})
}

func TestOneAddressCannotRegisterOnAndOn(t *testing.T) {
	t.Parallel()
	s := limited(t)
	s.mustRunOut(60, func(int) answer {
		return s.call(asNobody, http.MethodPost, "/public/customers/register", registerBody(s))
	})
}

func TestUnsubscribingIsLimited(t *testing.T) {
	t.Parallel()
	s := limited(t)
	ana := s.Customer("Ana")
	s.mustRunOut(10, func(int) answer {
		return s.call(asNobody, http.MethodPost, "/public/customers/"+ana.ID+"/unsubscribe", `{"reason":"USER_REQUEST"}`)
	})
}

func TestThePasswordOfASessionCannotBeGuessed(t *testing.T) {
	t.Parallel()
	s := limited(t)
	s.mustRunOut(10, func(int) answer {
		return s.call(asBarber, http.MethodPost, "/auth/change-password", `{"currentPassword":"no","newPassword":"corta"}`)
	})
}

func TestBehindAProxyEachCallerHasLimitsOfHerOwn(t *testing.T) {
	t.Parallel()
	limits, err := NewLimits()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := limits.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	s := newSite(t)
	from := func(proxied bool, address string) func(int) answer {
		s.handler = New(s.Cases, Options{Log: s.log(), Limits: limits, TrustProxy: proxied})
		return func(i int) answer {
			body := fmt.Sprintf(`{"businessId":"none","name":"Ana","phone":"%s-%d"}`, address, i)
			request := s.request(asNobody, http.MethodPost, "/public/customers/register", body)
			request.Header.Set("X-Forwarded-For", "203.0.113.200, "+address)
			return s.send(request)
		}
	}
	s.mustRunOut(60, from(true, "203.0.113.1"))
	s.mustRunOut(60, from(true, "203.0.113.2"))
	s.mustRunOut(60, from(false, "203.0.113.3"))
	from(false, "203.0.113.4")(0).has(http.StatusTooManyRequests) // without a proxy the header is anybody's claim
}

func TestAPhoneIsNotFloodedWithCodes(t *testing.T) {
	t.Parallel()
	s := limited(t)
	known, unknown := s.Customer("Ana").Phone, s.Phone()
	for _, phone := range []string{known, unknown} {
		spellings := []string{phone, phone[3:], "00" + phone[1:], phone[:6] + " " + phone[6:]}
		s.mustRunOut(5, func(i int) answer {
			return s.call(asNobody, http.MethodPost, "/auth/customer/request", fmt.Sprintf(`{"phone":%q}`, spellings[i%len(spellings)]))
		})
	}
}

func TestOneAddressCannotAskForCodesOnAndOn(t *testing.T) {
	t.Parallel()
	s := limited(t)
	s.mustRunOut(60, func(i int) answer {
		return s.call(asNobody, http.MethodPost, "/auth/customer/request", fmt.Sprintf(`{"phone":"9%d"}`, i))
	})
}

func TestAPhonesCodesCannotBeGuessedOnAndOn(t *testing.T) {
	t.Parallel()
	s := limited(t)
	phone := s.Customer("Ana").Phone
	s.mustRunOut(20, func(int) answer {
		return s.call(asNobody, http.MethodPost, "/auth/customer/verify", fmt.Sprintf(`{"phone":%q,"code":"123456"}`, phone))
	})
}

func TestOneAddressCannotTryEveryPhonesCode(t *testing.T) {
	t.Parallel()
	s := limited(t)
	s.mustRunOut(60, func(i int) answer {
		return s.call(asNobody, http.MethodPost, "/auth/customer/verify", fmt.Sprintf(`{"phone":"+3461234%04d","code":"123456"}`, i))
	})
}
