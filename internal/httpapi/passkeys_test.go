package httpapi

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/access"
	"axioma/internal/service/servicetest"
)

func createdBody(name string, createdPasskey access.CreatedPasskey) string {
	return fmt.Sprintf(`{"name":%q,"id":%q,"clientDataJSON":%q,"attestationObject":%q,"transports":["internal"]}`,
		name, createdPasskey.ID, createdPasskey.ClientData, createdPasskey.Attestation)
}

func signedBody(signedChallenge access.SignedChallenge) string {
	return fmt.Sprintf(`{"id":%q,"clientDataJSON":%q,"authenticatorData":%q,"signature":%q}`,
		signedChallenge.ID, signedChallenge.ClientData, signedChallenge.AuthenticatorData, signedChallenge.Signature)
}

func (s *site) addPasskey(as caller) (*servicetest.Authenticator, EnrolledFactor) {
	s.t.Helper()
	phone := servicetest.NewAuthenticator(s.t)
	var options PasskeyCreation
	s.call(as, http.MethodPost, "/auth/second-factor/passkeys/registration", "").has(http.StatusOK, `"userVerification":"required"`).into(&options)
	var enrolledFactor EnrolledFactor
	body := createdBody("Móvil de Ana", phone.Create(options.Challenge))
	s.call(as, http.MethodPost, "/auth/second-factor/passkeys", body).has(http.StatusOK, `"secondFactor":"NONE"`).into(&enrolledFactor)
	s.useToken(as, enrolledFactor.Token)
	return phone, enrolledFactor
}

func (s *site) signPasskey(as caller, phone *servicetest.Authenticator) string {
	s.t.Helper()
	var options PasskeyRequest
	s.call(as, http.MethodPost, "/auth/second-factor/passkeys/assertion", "").has(http.StatusOK).into(&options)
	return signedBody(phone.Sign(options.Challenge))
}

func TestPasskeys_OverTheAPI_CompleteAndConfirmASession(t *testing.T) {
	t.Parallel()
	s := newLimitedSite(t)
	s.token(asOwner)
	phone, enrolledFactor := s.addPasskey(asOwner)
	if len(enrolledFactor.RecoveryCodes) != loyalty.RecoveryCodeCount {
		t.Errorf("got %d recovery codes, want %d", len(enrolledFactor.RecoveryCodes), loyalty.RecoveryCodeCount)
	}
	s.call(asOwner, http.MethodGet, "/auth/second-factor", "").has(http.StatusOK,
		`"enrolledAt":null`, `"passkeys":{"origin":"https://axioma.test","count":1,"elsewhere":0}`)
	s.call(asOwner, http.MethodGet, "/auth/second-factor/passkeys", "").has(http.StatusOK, `"name":"Móvil de Ana"`, `"usedAt":null`, `"worksHere":true`)

	s.useToken(asOwner, s.Town.Token(t, s.Staff[loyalty.Owner]))
	s.call(asOwner, http.MethodGet, "/business", "").has(http.StatusForbidden, "SECOND_FACTOR_REQUIRED")
	s.call(asOwner, http.MethodPost, "/auth/second-factor/passkeys/registration", "").has(http.StatusForbidden, "SECOND_FACTOR_REQUIRED")
	var session Session
	s.call(asOwner, http.MethodPost, "/auth/second-factor/passkey", s.signPasskey(asOwner, phone)).has(http.StatusOK, `"secondFactor":"NONE"`).into(&session)
	s.useToken(asOwner, session.Token)
	s.call(asOwner, http.MethodGet, "/business", "").has(http.StatusOK)

	s.Clock.Advance(loyalty.RecentAuthentication + time.Second)
	s.call(asOwner, http.MethodPost, "/business/export", "").has(http.StatusForbidden, "RECENT_AUTHENTICATION_REQUIRED")
	s.call(asOwner, http.MethodPost, "/auth/recent/passkey", s.signPasskey(asOwner, phone)).has(http.StatusOK).into(&session)
	s.useToken(asOwner, session.Token)
	s.call(asOwner, http.MethodPost, "/business/export", "").has(http.StatusOK)
}

func TestPasskeys_Rename_RefusesAStaleVersion(t *testing.T) {
	t.Parallel()
	s := newLimitedSite(t)
	s.token(asOwner)
	s.addPasskey(asOwner)
	var keys struct{ Items []Passkey }
	s.call(asOwner, http.MethodGet, "/auth/second-factor/passkeys", "").has(http.StatusOK, `"version":1`).into(&keys)
	rename := func(name, version string) answer {
		request := s.request(asOwner, http.MethodPatch, "/auth/second-factor/passkeys/"+keys.Items[0].ID, fmt.Sprintf(`{"name":%q}`, name))
		request.Header.Set("If-Match", version)
		return s.send(request)
	}
	rename(" Móvil  viejo ", `"1"`).has(http.StatusOK, `"name":"Móvil viejo"`, `"version":2`, `"worksHere":true`)
	rename("Otro", `"1"`).has(http.StatusConflict, loyalty.ErrPasskeyChanged.Code)
	rename(" ", `"2"`).has(http.StatusUnprocessableEntity, "Ponle un nombre")
	s.call(asOwner, http.MethodGet, "/auth/second-factor/passkeys", "").has(http.StatusOK, `"name":"Móvil viejo"`)
}

func TestPasskeys_RefusedAnswers_AreLimited(t *testing.T) {
	t.Parallel()
	s := newLimitedSite(t)
	s.token(asOwner)
	phone, _ := s.addPasskey(asOwner)
	for range 20 {
		s.call(asOwner, http.MethodPost, "/auth/recent/passkey", s.signPasskey(asOwner, phone)).has(http.StatusOK)
	}
	s.useToken(asOwner, s.Town.Token(t, s.Staff[loyalty.Owner]))
	stranger := servicetest.NewAuthenticator(t)
	for range 10 {
		s.call(asOwner, http.MethodPost, "/auth/second-factor/passkey", s.signPasskey(asOwner, stranger)).has(http.StatusUnprocessableEntity, "PASSKEY_REFUSED")
	}
	s.call(asOwner, http.MethodPost, "/auth/second-factor/passkey", s.signPasskey(asOwner, phone)).has(http.StatusTooManyRequests)
	s.call(asOwner, http.MethodPost, "/auth/second-factor", `{"code":"000000"}`).has(http.StatusTooManyRequests)
}
