package access

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
)

func fixedKeys(secret string) *SigningKeys {
	keys := &SigningKeys{reading: make(chan struct{}, 1), fetch: func(context.Context) (string, error) { return "", nil }}
	keys.ring.Store(&keyring{signs: "fixed", secrets: map[string][]byte{"fixed": []byte(secret)}})
	return keys
}

func TestClaimsCache_CachedToken_Expires(t *testing.T) {
	now := time.Date(2026, 3, 26, 12, 0, 0, 0, time.UTC)
	signer, err := newTokens(fixedKeys("key"), []byte("key"), time.Hour, func() time.Time { return now })
	if err != nil {
		t.Fatal(err)
	}
	staff, err := signer.signStaff(loyalty.User{ID: "ana", Role: loyalty.Barber, BusinessID: "norte", TokenVersion: 7}, usecase.StaffSession{ID: "one", Version: 7, ExpiresAt: now.Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	portal, err := signer.signClaims(signer.portalClaims(PortalUser{CustomerID: "lucia", BusinessID: "norte"}, "+34600000000"))
	if err != nil {
		t.Fatal(err)
	}
	for _, attempt := range []string{"first", "again"} {
		claims, err := signer.readStaff(t.Context(), staff)
		if err != nil || claims.Subject != "ana" || claims.Version != 7 || *claims.BusinessID != "norte" {
			t.Errorf("%s: the claims of the staff token are %+v, %v; want Ana with version 7 at norte", attempt, claims, err)
		}
		customer, err := signer.parsePortalToken(t.Context(), portal)
		if err != nil || customer.Subject != "lucia" || customer.PhoneKey != signer.phoneKey("+34600000000") {
			t.Errorf("%s: the claims of the customer's token are %+v, %v; want lucia with the key of the phone", attempt, customer, err)
		}
	}
	now = now.Add(time.Hour - time.Second)
	if _, err := signer.readStaff(t.Context(), staff); err != nil {
		t.Errorf("a second before its end the staff token is refused: %v", err)
	}
	now = now.Add(time.Second)
	if _, err := signer.readStaff(t.Context(), staff); !errors.Is(err, loyalty.ErrTokenExpired) {
		t.Errorf("at its end the staff token returns %v, want ErrTokenExpired", err)
	}
	now = now.Add(portalSessionLifetime)
	if _, err := signer.parsePortalToken(t.Context(), portal); !errors.Is(err, loyalty.ErrTokenExpired) {
		t.Errorf("at its end the customer's token returns %v, want ErrTokenExpired", err)
	}
}

func TestClaimsCache_OtherToken_IsNotAccepted(t *testing.T) {
	signer, err := newTokens(fixedKeys("key"), []byte("key"), time.Hour, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	staff, err := signer.signStaff(loyalty.User{ID: "ana", Role: loyalty.Barber, BusinessID: "norte"}, usecase.StaffSession{ID: "one", ExpiresAt: time.Now().Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := signer.readStaff(t.Context(), staff); err != nil {
		t.Fatal(err)
	}
	second, err := signer.signStaff(loyalty.User{ID: "ana", Role: loyalty.Barber, BusinessID: "norte"}, usecase.StaffSession{ID: "two", ExpiresAt: time.Now().Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	signature := strings.LastIndex(staff, ".")
	for name, other := range map[string]string{
		"another's signature": staff[:signature] + second[strings.LastIndex(second, "."):],
		"no signature":        staff[:signature+1],
		"cut":                 staff[:len(staff)-1],
	} {
		if _, err := signer.readStaff(t.Context(), other); !errors.Is(err, loyalty.ErrUnauthenticated) {
			t.Errorf("%s returns %v, want ErrUnauthenticated", name, err)
		}
	}
	if _, err := signer.parsePortalToken(t.Context(), staff); !errors.Is(err, loyalty.ErrUnauthenticated) {
		t.Errorf("a staff token read as a customer's returns %v, want ErrUnauthenticated", err)
	}
}
