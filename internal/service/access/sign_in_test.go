package access_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"maps"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"axioma/internal/loyalty"
	"axioma/internal/service/access"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

func withoutSession(actor usecase.Actor) usecase.Actor {
	actor.Session = usecase.StaffSession{}
	return actor
}

// Spec: entities-2, calls-9
func TestSignIn_RightPassword_ReturnsAToken(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	barber := shop.Staff[loyalty.Barber]
	session, err := shop.Cases.Sessions.SignIn(t.Context(), "  "+strings.ToUpper(barber.Email)+" ", servicetest.Password)
	if err != nil {
		t.Fatal(err)
	}
	actor, err := shop.Cases.Sessions.Authenticate(t.Context(), session.Token)
	if err != nil || withoutSession(actor) != shop.Barber {
		t.Errorf("the token belongs to %+v, %v; want %+v", actor, err, shop.Barber)
	}
	claims := jwt.MapClaims{}
	if _, _, err := jwt.NewParser().ParseUnverified(session.Token, claims); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]any{
		"sub": barber.ID, "role": "BARBER", "businessId": shop.Business.ID, "bizId": shop.Business.ID, "name": barber.Name, "email": barber.Email,
	} {
		if claims[name] != want {
			t.Errorf("claim %s is %v, want %v", name, claims[name], want)
		}
	}
	expires, err := claims.GetExpirationTime()
	if want := shop.Clock.Now().Add(servicetest.Session).Truncate(time.Second); err != nil || !expires.Equal(want) {
		t.Errorf("the token expires at %v, want %v", expires, want)
	}
	again, err := shop.Cases.Sessions.SignIn(t.Context(), barber.Email, servicetest.Password)
	if err != nil || again.Token == session.Token {
		t.Errorf("a second sign-in returns the token %s, %v; want another one", again.Token, err)
	}
}

func TestSignIn_Operator_TokenNamesNoBusiness(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	operator := town.Operator(t)
	actor, err := town.Cases.Sessions.Authenticate(t.Context(), town.Token(t, operator))
	if want := (usecase.Actor{UserID: operator.ID, Role: loyalty.Superadmin}); err != nil || withoutSession(actor) != want {
		t.Errorf("the token belongs to %+v, %v; want %+v", actor, err, want)
	}
}

func TestSignIn_UnknownAddress_IsIndistinguishable(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	knownEmail := shop.Staff[loyalty.Owner].Email
	disabledUser := shop.Account(loyalty.Barber)
	shop.Database.Corrupt(t, "UPDATE users SET disabled_at = 1 WHERE id = '"+disabledUser.ID+"'")
	for name, try := range map[string][2]string{
		"a wrong password":         {knownEmail, "otra"},
		"no password":              {knownEmail, ""},
		"an unknown address":       {"nadie@axioma.test", servicetest.Password},
		"no address":               {"", servicetest.Password},
		"an invalid address":       {"nadie", servicetest.Password},
		"a NUL":                    {knownEmail + "\x00", servicetest.Password},
		"a very long address":      {strings.Repeat("a", 300) + "@axioma.test", servicetest.Password},
		"a disabled account":       {disabledUser.Email, servicetest.Password},
		"the password in capitals": {knownEmail, strings.ToUpper(servicetest.Password)},
	} {
		session, err := shop.Cases.Sessions.SignIn(t.Context(), try[0], try[1])
		if !errors.Is(err, loyalty.ErrSignInFailed) || session.Token != "" {
			t.Errorf("%s: signing in returns %v, want ErrSignInFailed and no session", name, err)
		}
	}
}

// The test measures memory, which the hash uses most of, because time depends on load. See
// TestPasswords_DecoyHash_CostsAsMuchAsARealOne.
func TestSignIn_UnknownAddress_HashesAsMuch(t *testing.T) {
	const hashBytes = 9 << 20
	shop := servicetest.New(t)
	_, err := shop.Cases.Users.Create(t.Context(), shop.Owner, access.NewUser{Email: "real@axioma.test", Role: loyalty.Barber, Password: servicetest.Password}, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, email := range []string{"real@axioma.test", "nadie@axioma.test"} {
		if used := memoryOfFailedSignIn(t, shop, email); used < hashBytes || used >= 2*hashBytes {
			t.Errorf("signing in as %s takes %d bytes, want those of one hash: %d", email, used, hashBytes)
		}
	}
}

func TestAuthenticate_ForeignTokens_AreRefused(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	own := shop.Token(t, shop.Staff[loyalty.Owner])
	stranger := servicetest.New(t)
	if _, err := shop.Cases.Sessions.Authenticate(t.Context(), stranger.Token(t, stranger.Staff[loyalty.Owner])); !errors.Is(err, loyalty.ErrUnauthenticated) {
		t.Errorf("a token of another installation: %v, want ErrUnauthenticated", err)
	}
	key := signingKey(t, shop)
	if len(key.Secret) != 32 {
		t.Errorf("the signing key has %d bytes, want 32", len(key.Secret))
	}
	for name, token := range map[string]string{
		"no token":              "",
		"not a JWT":             "a.b.c",
		"a shortened token":     own[:len(own)-2],
		"a changed claim":       changeToken(t, own),
		"alg none":              signToken(t, jwt.SigningMethodNone, key.ID, jwt.UnsafeAllowNoneSignatureType, staffClaims(shop, nil)),
		"another key":           signToken(t, jwt.SigningMethodHS256, key.ID, []byte("another key of thirty-two bytes!"), staffClaims(shop, nil)),
		"another algorithm":     signToken(t, jwt.SigningMethodHS512, key.ID, key.Secret, staffClaims(shop, nil)),
		"the portal's audience": signToken(t, jwt.SigningMethodHS256, key.ID, key.Secret, staffClaims(shop, jwt.MapClaims{"aud": "portal"})),
		"no audience":           signToken(t, jwt.SigningMethodHS256, key.ID, key.Secret, staffClaims(shop, jwt.MapClaims{"aud": nil})),
		"no expiry":             signToken(t, jwt.SigningMethodHS256, key.ID, key.Secret, staffClaims(shop, jwt.MapClaims{"exp": nil})),
		"no session":            signToken(t, jwt.SigningMethodHS256, key.ID, key.Secret, staffClaims(shop, jwt.MapClaims{"jti": nil})),
		"an empty session":      signToken(t, jwt.SigningMethodHS256, key.ID, key.Secret, staffClaims(shop, jwt.MapClaims{"jti": ""})),
		"no subject":            signToken(t, jwt.SigningMethodHS256, key.ID, key.Secret, staffClaims(shop, jwt.MapClaims{"sub": nil})),
		"an unknown user":       signToken(t, jwt.SigningMethodHS256, key.ID, key.Secret, staffClaims(shop, jwt.MapClaims{"sub": "unknown"})),
	} {
		if _, err := shop.Cases.Sessions.Authenticate(t.Context(), token); !errors.Is(err, loyalty.ErrUnauthenticated) {
			t.Errorf("%s returns %v, want ErrUnauthenticated", name, err)
		}
	}
	for name, claims := range map[string]jwt.MapClaims{"another role": {"role": "SUPERADMIN"}, "another version": {"ver": 9}, "an expired one": {"exp": 1}} {
		token := signToken(t, jwt.SigningMethodHS256, key.ID, key.Secret, staffClaims(shop, claims))
		if _, err := shop.Cases.Sessions.Authenticate(t.Context(), token); !errors.Is(err, loyalty.ErrTokenExpired) {
			t.Errorf("%s returns %v, want ErrTokenExpired", name, err)
		}
	}
	for name, claims := range map[string]jwt.MapClaims{"as they are": nil, "with another business": {"businessId": "other", "bizId": "other"}, "without one": {"businessId": nil}} {
		actor, err := shop.Cases.Sessions.Authenticate(t.Context(), signToken(t, jwt.SigningMethodHS256, key.ID, key.Secret, staffClaims(shop, claims)))
		if err != nil || withoutSession(actor) != shop.Owner {
			t.Errorf("the claims that the other cases change, %s, belong to %+v, %v; want the owner", name, actor, err)
		}
	}
}

func TestPortalToken_WithoutSubjectOrID_IsRefused(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	claims, key := jwt.MapClaims{}, signingKey(t, shop)
	if _, _, err := jwt.NewParser().ParseUnverified(shop.PortalToken(ana), claims); err != nil {
		t.Fatal(err)
	}
	if _, err := shop.Cases.Portal.Authenticate(t.Context(), signToken(t, jwt.SigningMethodHS256, key.ID, key.Secret, claims)); err != nil {
		t.Fatalf("the complete claims, signed again, are refused: %v", err)
	}
	for _, missing := range []string{"jti", "sub", "exp"} {
		without := maps.Clone(claims)
		delete(without, missing)
		_, err := shop.Cases.Portal.Authenticate(t.Context(), signToken(t, jwt.SigningMethodHS256, key.ID, key.Secret, without))
		if !errors.Is(err, loyalty.ErrUnauthenticated) {
			t.Errorf("a token without %s returns %v, want ErrUnauthenticated", missing, err)
		}
	}
}

func TestStaffToken_Expired_IsRefused(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	token := shop.Token(t, shop.Staff[loyalty.Owner])
	shop.Clock.Advance(servicetest.Session - time.Second)
	if _, err := shop.Cases.Sessions.Authenticate(t.Context(), token); err != nil {
		t.Errorf("before it expires the token is refused: %v", err)
	}
	shop.Clock.Advance(time.Second)
	if _, err := shop.Cases.Sessions.Authenticate(t.Context(), token); !errors.Is(err, loyalty.ErrTokenExpired) {
		t.Errorf("when it expires the token returns %v, want ErrTokenExpired", err)
	}
}

func TestStaffToken_AccountChanged_EndsAtOnce(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*testing.T, *servicetest.Shop, loyalty.User){
		"a new password": func(t *testing.T, shop *servicetest.Shop, user loyalty.User) {
			actor := usecase.Actor{UserID: user.ID, Role: user.Role, BusinessID: user.BusinessID}
			session, err := shop.Cases.Sessions.ChangePassword(t.Context(), actor, servicetest.Password, "Nueva-1234")
			if err != nil {
				t.Fatal(err)
			}
			if _, err := shop.Cases.Sessions.Authenticate(t.Context(), session.Token); err != nil {
				t.Errorf("the session that changed the password ended too: %v", err)
			}
			if _, err := shop.Cases.Sessions.SignIn(t.Context(), user.Email, servicetest.Password); !errors.Is(err, loyalty.ErrSignInFailed) {
				t.Errorf("the old password returns %v, want ErrSignInFailed", err)
			}
		},
		"a reset": func(t *testing.T, shop *servicetest.Shop, user loyalty.User) {
			if _, err := shop.Cases.Users.ResetPassword(t.Context(), shop.Owner, user.ID, ""); err != nil {
				t.Fatal(err)
			}
		},
		"disabling": func(t *testing.T, shop *servicetest.Shop, user loyalty.User) {
			if _, err := shop.Cases.Users.Disable(t.Context(), shop.Owner, user.ID); err != nil {
				t.Fatal(err)
			}
		},
		"suspending": func(_ *testing.T, shop *servicetest.Shop, _ loyalty.User) { shop.Suspend() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := servicetest.New(t)
			user := shop.Account(loyalty.Barber)
			token := shop.Token(t, user)
			other := servicetest.New(t)
			others := other.Token(t, other.Staff[loyalty.Owner])
			if _, err := shop.Cases.Sessions.Authenticate(t.Context(), token); err != nil {
				t.Errorf("before that the token is refused: %v", err)
			}
			end(t, shop, user)
			if _, err := shop.Cases.Sessions.Authenticate(t.Context(), token); !errors.Is(err, loyalty.ErrTokenExpired) {
				t.Errorf("the user's token returns %v, want ErrTokenExpired", err)
			}
			if _, err := other.Cases.Sessions.Authenticate(t.Context(), others); err != nil {
				t.Errorf("another customer's token is refused: %v", err)
			}
		})
	}
}

func TestAccounts_AuditFails_ChangeIsRolledBack(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	shop.Database.Corrupt(t, "ALTER TABLE audit_events RENAME TO lost_events")
	if _, err := shop.Cases.Sessions.ChangePassword(t.Context(), shop.Barber, servicetest.Password, "Otra-clave-1"); err == nil {
		t.Error("a password was changed without an entry in the trail")
	}
	operator := access.NewUser{Email: "nueva@axioma.test", Password: "Otra-clave-1"}
	if _, err := shop.Cases.Users.CreateSuperadmin(t.Context(), operator); err == nil {
		t.Error("an operator was created without an entry in the trail")
	}
	shop.Database.Corrupt(t, "ALTER TABLE lost_events RENAME TO audit_events")
	if _, err := shop.Cases.Sessions.SignIn(t.Context(), shop.Staff[loyalty.Barber].Email, servicetest.Password); err != nil {
		t.Errorf("the unchanged password is refused: %v", err)
	}
	if _, err := shop.Cases.Sessions.SignIn(t.Context(), operator.Email, operator.Password); !errors.Is(err, loyalty.ErrSignInFailed) {
		t.Errorf("an operator that was not created gets %v, want ErrSignInFailed", err)
	}
}

func TestChangePassword_WrongCurrent_IsRefused(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	_, err := shop.Cases.Sessions.ChangePassword(t.Context(), shop.Owner, "otra", "Nueva-1234")
	if !errors.Is(err, loyalty.ErrWrongPassword) {
		t.Errorf("with a wrong old password: %v, want ErrWrongPassword", err)
	}
	for _, next := range []string{"", "1234567", strings.Repeat("a", 129)} {
		if _, err := shop.Cases.Sessions.ChangePassword(t.Context(), shop.Owner, servicetest.Password, next); !errors.Is(err, loyalty.ErrValidation) {
			t.Errorf("a change to %q returns %v, want ErrValidation", next, err)
		}
	}
	if _, err := shop.Cases.Sessions.SignIn(t.Context(), shop.Staff[loyalty.Owner].Email, servicetest.Password); err != nil {
		t.Errorf("the password was changed: %v", err)
	}
}

func TestSignIn_SuspendedBusiness_IsRefused(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	shop.Database.Corrupt(t, "UPDATE businesses SET status = 'SUSPENDED' WHERE id = '"+shop.Business.ID+"'")
	_, err := shop.Cases.Sessions.SignIn(context.Background(), shop.Staff[loyalty.Owner].Email, servicetest.Password)
	if !errors.Is(err, loyalty.ErrBusinessSuspended) {
		t.Errorf("signing in: %v, want ErrBusinessSuspended", err)
	}
	_, err = shop.Cases.Sessions.SignIn(context.Background(), shop.Staff[loyalty.Owner].Email, "otra")
	if !errors.Is(err, loyalty.ErrSignInFailed) {
		t.Errorf("with a wrong password: %v, want ErrSignInFailed", err)
	}
}

type storedKey struct {
	ID     string `json:"id"`
	Secret []byte `json:"secret"`
}

func signingKey(t *testing.T, shop *servicetest.Shop) storedKey {
	t.Helper()
	keys := storedKeys(t, shop)
	return keys[len(keys)-1]
}

func storedKeys(t *testing.T, shop *servicetest.Shop) (keys []storedKey) {
	t.Helper()
	text := shop.Database.Rows(t, "SELECT value FROM settings WHERE name = 'signing-keys'")[0]
	if err := json.Unmarshal([]byte(text), &keys); err != nil {
		t.Fatal(err)
	}
	return keys
}

// staffClaims are the claims of the owner, with changes. A nil value removes a claim.
func staffClaims(shop *servicetest.Shop, changes jwt.MapClaims) jwt.MapClaims {
	claims := jwt.MapClaims{
		"sub": shop.Owner.UserID, "role": "OWNER", "businessId": shop.Business.ID, "aud": "staff", "ver": shop.Staff[loyalty.Owner].TokenVersion, "jti": "one",
		"exp": shop.Clock.Now().Add(time.Hour).Unix(),
	}
	for name, value := range changes {
		claims[name] = value
		if value == nil {
			delete(claims, name)
		}
	}
	return claims
}

func signToken(t *testing.T, method jwt.SigningMethod, keyID string, secret any, claims jwt.MapClaims) string {
	t.Helper()
	unsignedToken := jwt.NewWithClaims(method, claims)
	if keyID != "" {
		unsignedToken.Header["kid"] = keyID
	}
	token, err := unsignedToken.SignedString(secret)
	if err != nil {
		t.Fatal(err)
	}
	return token
}

func changeToken(t *testing.T, token string) string {
	t.Helper()
	parts := strings.Split(token, ".")
	payload, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		t.Fatal(err)
	}
	claims := map[string]any{}
	if err := json.Unmarshal(payload, &claims); err != nil {
		t.Fatal(err)
	}
	claims["role"] = "SUPERADMIN"
	newPayload, err := json.Marshal(claims)
	if err != nil {
		t.Fatal(err)
	}
	return parts[0] + "." + base64.RawURLEncoding.EncodeToString(newPayload) + "." + parts[2]
}

// memoryOfFailedSignIn must be called by a test that is not parallel, so that no other test runs.
func memoryOfFailedSignIn(t *testing.T, shop *servicetest.Shop, email string) uint64 {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := shop.Cases.Sessions.SignIn(t.Context(), email, "otra"); !errors.Is(err, loyalty.ErrSignInFailed) {
		t.Fatalf("signing in: %v, want ErrSignInFailed", err)
	}
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
