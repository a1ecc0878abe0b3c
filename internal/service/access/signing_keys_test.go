package access_test

import (
	"encoding/base64"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/servicetest"
)

func keyIDOf(t *testing.T, token string) string {
	t.Helper()
	parsedToken, _, err := jwt.NewParser().ParseUnverified(token, jwt.MapClaims{})
	if err != nil {
		t.Fatal(err)
	}
	id, _ := parsedToken.Header["kid"].(string)
	return id
}

func rotate(t *testing.T, cases *service.Service) access.SigningKey {
	t.Helper()
	key, err := cases.SigningKeys.Rotate(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func refresh(t *testing.T, servers ...*service.Service) {
	t.Helper()
	for _, server := range servers {
		if err := server.SigningKeys.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

type threeTokens struct{ staff, portal, registration string }

func openThree(t *testing.T, shop *servicetest.Shop) threeTokens {
	t.Helper()
	customer := shop.Customer("Ana")
	registration, err := shop.Cases.Portal.SignRegistration(customer, shop.Business.ID)
	if err != nil || registration == "" {
		t.Fatalf("signing a registration: %q, %v; want a token", registration, err)
	}
	return threeTokens{shop.Token(t, shop.Staff[loyalty.Owner]), shop.PortalToken(customer), registration}
}

func (s threeTokens) authenticate(t *testing.T, server *service.Service) []error {
	t.Helper()
	_, staff := server.Sessions.Authenticate(t.Context(), s.staff)
	_, portal := server.Portal.Authenticate(t.Context(), s.portal)
	_, registration := server.Portal.AuthenticateRegistration(t.Context(), s.registration)
	return []error{staff, portal, registration}
}

func (s threeTokens) mustAnswer(t *testing.T, server *service.Service, when string, want error) {
	t.Helper()
	for i, err := range s.authenticate(t, server) {
		if !errors.Is(err, want) || want == nil && err != nil {
			t.Errorf("%s: token %d returns %v, want %v", when, i, err, want)
		}
	}
}

func TestRotate_OldTokens_StayValidUntilTheirKeyIsRetired(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	otherServer := shop.SecondServerOnOtherMachine(t, 0)
	before := openThree(t, shop)
	first := keyIDOf(t, before.staff)
	next := rotate(t, shop.Cases)
	after := openThree(t, shop)
	for name, token := range map[string]string{"staff": after.staff, "portal": after.portal, "registration": after.registration} {
		if id := keyIDOf(t, token); id != next.ID || id == first {
			t.Errorf("after the rotation the token of %s is signed by %q, want %q", name, id, next.ID)
		}
	}
	// The other server reads the keys when it gets the first token of the new key.
	for _, server := range []*service.Service{shop.Cases, otherServer} {
		after.mustAnswer(t, server, "a new token", nil)
		before.mustAnswer(t, server, "an old token", nil)
	}
	if err := shop.Cases.SigningKeys.Retire(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	refresh(t, otherServer)
	for _, server := range []*service.Service{shop.Cases, otherServer} {
		before.mustAnswer(t, server, "a token of a retired key", loyalty.ErrTokenExpired)
		after.mustAnswer(t, server, "after that a new token", nil)
	}
	if secret := storedKeys(t, shop)[0].Secret; secret != nil {
		t.Error("the secret of a retired key is still stored")
	}
	restartedServer := shop.SecondServerOnOtherMachine(t, 0)
	before.mustAnswer(t, restartedServer, "after a restart a token of a retired key", loyalty.ErrTokenExpired)
}

func TestRotate_HashesOfCodes_StillMatch(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	code := shop.Code(ana.Phone)
	first := signingKey(t, shop).ID
	rotate(t, shop.Cases)
	if err := shop.Cases.SigningKeys.Retire(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	if _, err := shop.Cases.Portal.SignInWithCode(servicetest.WithBrowser(t.Context()), servicetest.Requester, shop.Business.ID, ana.Phone, code); err != nil {
		t.Errorf("a code from before the rotation is refused: %v", err)
	}
}

// One server learns of each rotation before the other does.
func TestRotate_UnderLoad_KeepsSessions(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	operator := shop.SecondServer(t) // acts as the command line
	servers := []*service.Service{shop.Cases, shop.SecondServerOnOtherMachine(t, 0)}
	old := openThree(t, shop)
	const workers, rotations = 4, 5
	stop := make(chan struct{})
	var load sync.WaitGroup
	signedBy := make([]map[string]bool, workers)
	for worker := range workers {
		here, there := servers[worker%2], servers[1-worker%2]
		user := shop.Account(loyalty.Barber)
		signedBy[worker] = map[string]bool{}
		load.Go(func() {
			for round := 0; ; round++ {
				select {
				case <-stop:
					return
				default:
				}
				session, err := here.Sessions.SignIn(t.Context(), user.Email, servicetest.Password)
				if err != nil {
					t.Errorf("signing in: %v", err)
					return
				}
				signedBy[worker][keyIDOf(t, session.Token)] = true
				_, err = there.Sessions.Authenticate(t.Context(), session.Token)
				if err = errors.Join(append(old.authenticate(t, there), err)...); err != nil {
					t.Errorf("round %d, signed by %s: %v", round, keyIDOf(t, session.Token), err)
					return
				}
			}
		})
	}
	var keyIDs []string
	for i := range rotations {
		keyIDs = append(keyIDs, rotate(t, operator).ID)
		refresh(t, servers[i%2])
		session, err := servers[i%2].Sessions.SignIn(t.Context(), shop.Staff[loyalty.Admin].Email, servicetest.Password)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := servers[1-i%2].Sessions.Authenticate(t.Context(), session.Token); err != nil || keyIDOf(t, session.Token) != keyIDs[i] {
			t.Errorf("rotation %d: the new token must be accepted and signed by the new key: %v", i, err)
		}
	}
	close(stop)
	load.Wait()
	fresh := openThree(t, shop)
	retiredIDs, err := operator.SigningKeys.RetireOld(t.Context())
	if err != nil || len(retiredIDs) != rotations || slices.Contains(retiredIDs, keyIDs[rotations-1]) {
		t.Fatalf("RetireOld = %v, %v; want the first key and all of %v but the last", retiredIDs, err, keyIDs)
	}
	refresh(t, servers...)
	for _, server := range servers {
		old.mustAnswer(t, server, "a token of a retired key", loyalty.ErrTokenExpired)
		fresh.mustAnswer(t, server, "a token of the last key", nil)
	}
}

// Before migration 00130 one key signed the tokens, without kid, and was also the hash key.
func TestSigningKeys_TokensWithoutKeyID_AreOfTheFirstKey(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	elder := []byte("the key of thirty-two bytes of old")
	hashes, err := base64.StdEncoding.DecodeString(shop.Database.Rows(t, "SELECT value FROM settings WHERE name = 'token-key'")[0])
	if err != nil {
		t.Fatal(err)
	}
	shop.Database.Corrupt(t, `UPDATE settings SET value = '[{"id":"first","secret":"dGhlIGtleSBvZiB0aGlydHktdHdvIGJ5dGVzIG9mIG9sZA==","since":0}]' WHERE name = 'signing-keys'`)
	refresh(t, shop.Cases)
	token := signToken(t, jwt.SigningMethodHS256, "", elder, staffClaims(shop, nil))
	if _, err := shop.Cases.Sessions.Authenticate(t.Context(), token); err != nil {
		t.Errorf("a token without kid: %v", err)
	}
	if _, err := shop.Cases.Sessions.Authenticate(t.Context(), signToken(t, jwt.SigningMethodHS256, "first", hashes, staffClaims(shop, nil))); !errors.Is(err, loyalty.ErrUnauthenticated) {
		t.Errorf("a token signed with the hash key: %v, want ErrUnauthenticated", err)
	}
	rotate(t, shop.Cases)
	if _, err := shop.Cases.Sessions.Authenticate(t.Context(), token); err != nil {
		t.Errorf("after a rotation the token is refused: %v", err)
	}
	if err := shop.Cases.SigningKeys.Retire(t.Context(), "first"); err != nil {
		t.Fatal(err)
	}
	if _, err := shop.Cases.Sessions.Authenticate(t.Context(), token); !errors.Is(err, loyalty.ErrTokenExpired) {
		t.Errorf("after its key was retired the token returns %v, want ErrTokenExpired", err)
	}
}

func TestSigningKeys_InventedKeyIDs_AreRefused(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	key := signingKey(t, shop)
	for _, id := range []string{"unknown", "", "first", "a kid that is longer than any of ours", "../../etc/hosts", key.ID + "\n"} {
		unsignedToken := jwt.NewWithClaims(jwt.SigningMethodHS256, staffClaims(shop, nil))
		unsignedToken.Header["kid"] = id
		token, err := unsignedToken.SignedString(key.Secret)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := shop.Cases.Sessions.Authenticate(t.Context(), token); !errors.Is(err, loyalty.ErrUnauthenticated) {
			t.Errorf("a token with kid %q returns %v, want ErrUnauthenticated", id, err)
		}
	}
}

func TestRetire_SigningKey_IsRefused(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	token, keys := shop.Token(t, shop.Staff[loyalty.Owner]), shop.Cases.SigningKeys
	if err := keys.Retire(t.Context(), signingKey(t, shop).ID); !errors.Is(err, access.ErrKeySigns) {
		t.Errorf("retiring the key that signs: %v, want ErrKeySigns", err)
	}
	if err := keys.Retire(t.Context(), "unknown"); !errors.Is(err, access.ErrUnknownKey) {
		t.Errorf("retiring an unknown key: %v, want ErrUnknownKey", err)
	}
	if retiredIDs, err := keys.RetireOld(t.Context()); err != nil || len(retiredIDs) > 0 {
		t.Errorf("without old keys RetireOld = %v, %v; want none", retiredIDs, err)
	}
	if _, err := shop.Cases.Sessions.Authenticate(t.Context(), token); err != nil {
		t.Errorf("the session has ended: %v", err)
	}
}

func TestSigningKeys_Changes_AreInTheAuditTrail(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	first := signingKey(t, shop).ID
	next := rotate(t, shop.Cases)
	for range 2 {
		if err := shop.Cases.SigningKeys.Retire(t.Context(), first); err != nil {
			t.Fatal(err)
		}
	}
	got := shop.Database.Rows(t, "SELECT action || ' ' || detail FROM audit_events WHERE action LIKE 'user.key%' ORDER BY action")
	if want := []string{"user.key-retired " + first, "user.key-rotated " + next.ID}; !slices.Equal(got, want) {
		t.Errorf("the trail has %q, want %q", got, want)
	}
}

func TestSigningKeys_Maintenance_RetiresThemWhenTheirTokensHaveExpired(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	first := signingKey(t, shop).ID
	next := rotate(t, shop.Cases)
	states := func() (text []string) {
		if err := shop.Cases.Maintenance.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		keys, err := shop.Cases.SigningKeys.List(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range keys {
			state := "valid"
			if !key.RetiredAt.IsZero() {
				state = "retired"
			}
			text = append(text, key.ID+" "+state)
		}
		return text
	}
	longest := 365 * 24 * time.Hour // a session of a customer
	shop.Clock.Advance(longest)
	if got, want := states(), []string{first + " valid", next.ID + " valid"}; !slices.Equal(got, want) {
		t.Errorf("before the end of the last session the keys are %q, want %q", got, want)
	}
	shop.Clock.Advance(2 * time.Hour)
	if got, want := states(), []string{first + " retired", next.ID + " valid"}; !slices.Equal(got, want) {
		t.Errorf("after the end of the last session the keys are %q, want %q", got, want)
	}
	shop.Clock.Advance(longest + time.Hour)
	if got, want := states(), []string{next.ID + " valid"}; !slices.Equal(got, want) {
		t.Errorf("a year later the keys are %q, want %q", got, want)
	}
}

func outsideServer(shop *servicetest.Shop, secrets ...string) (*service.Service, error) {
	keys := make([][]byte, len(secrets))
	for i, secret := range secrets {
		keys[i] = []byte(secret)
	}
	return service.New(shop.Store, service.Options{Clock: shop.Clock.Now, SigningKeys: keys})
}

func mustStartOutside(t *testing.T, shop *servicetest.Shop, secrets ...string) *service.Service {
	t.Helper()
	server, err := outsideServer(shop, secrets...)
	if err != nil {
		t.Fatal(err)
	}
	if err := server.SigningKeys.RequireKey(); err != nil {
		t.Fatal(err)
	}
	return server
}

func tokenOf(t *testing.T, shop *servicetest.Shop, server *service.Service) string {
	t.Helper()
	session, err := server.Sessions.SignIn(t.Context(), shop.Staff[loyalty.Barber].Email, servicetest.Password)
	if err != nil {
		t.Fatal(err)
	}
	return session.Token
}

func TestSigningKeys_OutsideKey_SecretIsNotStored(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	const secret = "a key of a vault, thirty-two bytes"
	inDatabase := shop.Token(t, shop.Staff[loyalty.Owner])
	server := mustStartOutside(t, shop, secret)
	token := tokenOf(t, shop, server)
	if _, err := server.Sessions.Authenticate(t.Context(), inDatabase); err != nil {
		t.Errorf("a token signed with the database's key: %v", err)
	}
	keys := storedKeys(t, shop)
	last := keys[len(keys)-1]
	if last.ID != keyIDOf(t, token) || last.Secret != nil {
		t.Errorf("the stored key is %+v, want the one outside, without its secret", last)
	}
	if retiredIDs, err := shop.Cases.SigningKeys.RetireOld(t.Context()); err != nil || !slices.Equal(retiredIDs, []string{keyIDOf(t, inDatabase)}) {
		t.Fatalf("RetireOld = %v, %v; want the database's key", retiredIDs, err)
	}
	refresh(t, server)
	if _, err := server.Sessions.Authenticate(t.Context(), inDatabase); !errors.Is(err, loyalty.ErrTokenExpired) {
		t.Errorf("a token signed with the database's key after it was retired: %v, want ErrTokenExpired", err)
	}
	if _, err := server.Sessions.Authenticate(t.Context(), token); err != nil {
		t.Errorf("a token signed with the key outside: %v", err)
	}
	// A server without the key cannot read the tokens, and must not start.
	keylessServer, err := outsideServer(shop)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := keylessServer.Sessions.Authenticate(t.Context(), token); !errors.Is(err, loyalty.ErrUnauthenticated) {
		t.Errorf("a server without the key answers the token with %v, want ErrUnauthenticated", err)
	}
	if err := keylessServer.SigningKeys.RequireKey(); !errors.Is(err, access.ErrKeysMissing) {
		t.Errorf("starting a server without the key: %v, want ErrKeysMissing", err)
	}
}

func TestSigningKeys_ReplacedOutsideKey_StillVerifies(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	const one, two = "the first key of a vault, 32 bytes", "the second key of a vault, 32 bytes"
	former := mustStartOutside(t, shop, one)
	token := tokenOf(t, shop, former)
	if _, err := former.SigningKeys.Rotate(t.Context(), false); !errors.Is(err, access.ErrKeyOutside) {
		t.Errorf("rotating in the database: %v, want ErrKeyOutside", err)
	}
	former = mustStartOutside(t, shop, one, two) // rollout, step 1: every server gets the next key in second place
	server := mustStartOutside(t, shop, two, one)
	fresh := tokenOf(t, shop, server)
	if keyIDOf(t, fresh) == keyIDOf(t, token) {
		t.Fatal("the former key still signs")
	}
	for _, cases := range []*service.Service{former, server} {
		for _, text := range []string{token, fresh} {
			if _, err := cases.Sessions.Authenticate(t.Context(), text); err != nil {
				t.Errorf("a token signed with %s: %v", keyIDOf(t, text), err)
			}
		}
	}
	if err := server.SigningKeys.Retire(t.Context(), keyIDOf(t, token)); err != nil {
		t.Fatal(err)
	}
	if _, err := server.Sessions.Authenticate(t.Context(), token); !errors.Is(err, loyalty.ErrTokenExpired) {
		t.Errorf("a token signed with the retired key: %v, want ErrTokenExpired", err)
	}
	if _, err := outsideServer(shop, one, two); !errors.Is(err, access.ErrKeyRetired) {
		t.Errorf("starting a server with a retired key: %v, want ErrKeyRetired", err)
	}
	for name, c := range map[string]struct {
		secrets [][]byte
		want    error
	}{
		"no key":        {nil, access.ErrKeysMissing},
		"a retired key": {[][]byte{[]byte(one)}, access.ErrKeyRetired},
		"the right key": {[][]byte{[]byte(two), []byte(one)}, nil},
	} {
		if err := shop.Cases.SigningKeys.CheckSettings(t.Context(), c.secrets); !errors.Is(err, c.want) {
			t.Errorf("settings with %s return %v, want %v", name, err, c.want)
		}
	}
	back, err := server.SigningKeys.Rotate(t.Context(), true)
	if err != nil {
		t.Fatal(err)
	}
	if err := shop.Cases.SigningKeys.CheckSettings(t.Context(), nil); err != nil {
		t.Errorf("settings without a key: %v", err)
	}
	inDatabase := mustStartOutside(t, shop)
	if id := keyIDOf(t, tokenOf(t, shop, inDatabase)); id != back.ID {
		t.Errorf("after rotating back to a database key, tokens are signed by %q, want %q", id, back.ID)
	}
}
