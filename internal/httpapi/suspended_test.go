package httpapi

import (
	"net/http"
	"testing"
	"time"

	"axioma/internal/loyalty"
)

// whileSuspended lists the responses during a suspension (decision 0007). nil: as usual.
func whileSuspended() map[string]*loyalty.Error {
	return map[string]*loyalty.Error{
		"GET /healthz": nil,
		"GET /readyz":  nil,

		// The business's suspension and its data controller are public.
		"GET /public/businesses/{id}":       nil,
		"GET /public/businesses/{id}/legal": nil,
		"GET /public/fixed-business":        nil,

		"GET /public/businesses/{id}/logo/{name}": loyalty.ErrLogoNotFound,

		// A known id reveals no more than an unknown one.
		"GET /public/customers/{id}":                 loyalty.ErrCustomerNotFound,
		"GET /public/customers/{id}/qr.png":          loyalty.ErrCustomerNotFound,
		"GET /public/customers/{id}/visits":          loyalty.ErrCustomerNotFound,
		"GET /public/customers/{id}/pass.pkpass":     loyalty.ErrPassesUnavailable, // see TestApplePasses_SuspendedBusiness_AreVoid
		"GET /public/customers/{id}/passes.pkpasses": loyalty.ErrPassesUnavailable, // see TestFamilyPasses_Access_NeedsAValidTicket
		"GET /public/customers/{id}/pass.png":        loyalty.ErrPassesUnavailable, // see TestPublicFiles_IDThatOpensNoCard_AnswersNotFound
		"GET /public/wallet/{id}":                    loyalty.ErrCustomerNotFound,
		"POST /public/customers/{id}/phone-proof":    loyalty.ErrCustomerNotFound,
		"GET /public/customers/{id}/phone-proof":     loyalty.ErrCustomerNotFound,
		"GET /public/customers/{id}/google-pass":     loyalty.ErrPassesUnavailable,
		"GET /public/customers/{id}/google-passes":   loyalty.ErrPassesUnavailable,

		// Withdrawing a consent is a right.
		"POST /public/customers/{id}/unsubscribe": nil,

		"POST /public/customers/register": loyalty.ErrBusinessSuspended,
		"POST /public/customers/children": loyalty.ErrBusinessSuspended,
		"POST /auth/login":                loyalty.ErrBusinessSuspended,
		"POST /auth/customer/request":     loyalty.ErrBusinessSuspended,
		"POST /auth/customer/verify":      loyalty.ErrBusinessSuspended,
		"POST /auth/customer/release":     loyalty.ErrBusinessSuspended,
		"POST /auth/customer/message":     loyalty.ErrBusinessSuspended,
		"GET /auth/customer/ways":         nil,

		// The visits of a revoked device must not be lost.
		"POST /public/devices/enrol":    nil,
		"POST /public/devices/handover": nil,

		"POST /wallet/v1/devices/{device}/registrations/{passType}/{serial}":   nil,
		"DELETE /wallet/v1/devices/{device}/registrations/{passType}/{serial}": nil,
		"GET /wallet/v1/devices/{device}/registrations/{passType}":             nil,
		"GET /wallet/v1/passes/{passType}/{serial}":                            nil,
		"POST /wallet/v1/log": nil,

		"GET /wallet/badges/{name}":          loyalty.ErrPassesUnavailable,
		"GET /wallet/google/pictures/{name}": loyalty.ErrPassesUnavailable,
		"POST /wallet/google/callback":       loyalty.ErrPassesUnavailable,

		// These calls concern no business.
		"POST /auth/customer/message/check":  nil,
		"GET /auth/password-recovery":        nil,
		"POST /auth/password-recovery":       nil,
		"POST /auth/password-recovery/reset": loyalty.ErrResetRefused,
		"POST /auth/invitation":              loyalty.ErrInvitationRefused,
		"POST /auth/invitation/accept":       loyalty.ErrInvitationRefused,
		"POST /auth/organisation":            loyalty.ErrNoOrganisation,
		"POST /auth/organisation/complete":   loyalty.ErrNoOrganisation,
		"OPTIONS /wa/status":                 nil,
		"OPTIONS /customers/wa/status":       nil,
		"OPTIONS /whatsapp/status":           nil,
		"OPTIONS /integrations/wa/status":    nil,
		"OPTIONS /cp/wa/status":              nil,
		"GET /wa/webhook":                    nil,
		"POST /wa/webhook":                   nil,
	}
}

// Spec: calls-8
func TestSuspendedBusiness_OpenCalls_AnswerAsDefined(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.tokens[asCustomer] = s.PortalToken(s.Customer("Ana Ruiz"))
	s.Suspend()
	rows, examples := whileSuspended(), examples()
	for _, r := range table() {
		e := examples[r.String()]
		body := ""
		if e.body != nil {
			body = e.body(s)
		}
		refusal, known := rows[r.String()]
		switch {
		case r.who.customer:
			s.call(asCustomer, r.method, e.path(s), body).has(http.StatusUnauthorized, loyalty.ErrTokenExpired.Code)
		case !r.who.open():
			continue // the staff's tokens are no longer valid: TestSuspendedBusiness_Calls_AreRefused
		case !known:
			t.Errorf("%s: whileSuspended has no answer for a suspended business", r)
		case refusal != nil:
			s.call(asAnonymous, r.method, e.path(s), body).has(statusOf(refusal.Kind), refusal.Code)
		default:
			s.call(asAnonymous, r.method, e.path(s), body).has(e.status)
		}
	}
}

// Spec: calls-7, calls-8
func TestSuspendedBusiness_CustomerID_IsIndistinguishable(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Register("Ana")
	s.Clock.Advance(time.Second)
	s.Suspend()
	for _, path := range []string{"", "/qr.png", "/visits", "/phone-proof"} {
		unknown := s.call(asAnonymous, http.MethodGet, "/public/customers/unknown"+path, "").has(http.StatusNotFound)
		if got := s.call(asAnonymous, http.MethodGet, "/public/customers/"+ana.QR()+path, "").has(http.StatusNotFound); got.body != unknown.body {
			t.Errorf("%s: got %s, want %s", path, got.body, unknown.body)
		}
	}
	s.call(asAnonymous, http.MethodPost, "/public/customers/"+ana.QR()+"/unsubscribe", `{"reason":"USER_REQUEST"}`).has(http.StatusOK)
	if remaining := s.Database.Rows(t, "SELECT id FROM consents WHERE granted AND kind <> 'PRIVACY' AND replaced_at IS NULL"); len(remaining) != 0 {
		t.Errorf("%d consents are still in force, want none", len(remaining))
	}
}
