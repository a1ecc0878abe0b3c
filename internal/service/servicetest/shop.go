// Package servicetest sets up barbershops for tests: a real store, the use cases, a clock that tests move, and staff.
package servicetest

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/alexedwards/argon2id"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/messaging"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

// Password is the password of every test account.
const Password = "Clave-1234"

// Session is the lifetime of sessions. It is long, because tests move the clock by weeks.
const Session = 1000 * time.Hour

// Number is the platform's WhatsApp number.
const Number = "+34600111222"

// NumberID is Number's id at the provider.
const NumberID = "1065"

var cheapHash = sync.OnceValues(func() (string, error) {
	return argon2id.CreateHash(Password, &argon2id.Params{Memory: 8, Iterations: 1, Parallelism: 1, SaltLength: 16, KeyLength: 32})
})

// Clock is the time of the use cases, which tests move. It is safe for concurrent use.
type Clock struct{ millis atomic.Int64 }

// Now returns the time of the clock.
func (c *Clock) Now() time.Time { return time.UnixMilli(c.millis.Load()).UTC() }

// Set moves the clock.
func (c *Clock) Set(now time.Time) { c.millis.Store(now.UnixMilli()) }

// Advance moves the clock forward.
func (c *Clock) Advance(by time.Duration) { c.millis.Add(by.Milliseconds()) }

// Fataler is a test or a property test that can fail.
type Fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// Town is a store with the use cases.
type Town struct {
	Database storetest.Database
	Store    *store.Store
	Cases    *service.Service
	Clock    *Clock
	names    atomic.Int64
}

// NewTown returns an empty town, at 10:00 on a Thursday in Madrid, three days before clocks change.
func NewTown(t testing.TB) *Town {
	t.Helper()
	return NewTownOn(t, storetest.NewRecycled(t))
}

// NewTownOn returns a town on an existing database, because none can be created inside synctest.
func NewTownOn(t testing.TB, database storetest.Database) *Town {
	t.Helper()
	town := &Town{Database: database, Clock: &Clock{}}
	town.Clock.Set(time.Date(2026, 3, 26, 9, 0, 0, 0, time.UTC))
	town.Store = town.Database.Open(t)
	town.Cases = town.SecondServer(t)
	return town
}

// SecondServer returns a server with the same store and clock.
func (town *Town) SecondServer(t testing.TB) *service.Service {
	t.Helper()
	return town.copyOn(t, town.Store, town.Clock.Now)
}

// SecondServerOnOtherMachine returns a server that shares only the database. Its clock may be ahead.
func (town *Town) SecondServerOnOtherMachine(t testing.TB, ahead time.Duration) *service.Service {
	t.Helper()
	return town.copyOn(t, town.Database.Open(t), func() time.Time { return town.Clock.Now().Add(ahead) })
}

// ServerWithoutStandby returns a server whose PostgreSQL commits wait forever for a standby; nil on SQLite.
func (town *Town) ServerWithoutStandby(t testing.TB) *service.Service {
	t.Helper()
	if town.Database.URL == "" {
		return nil
	}
	waiting := storetest.Database{URL: town.Database.URL + "&synchronous_commit=on"}
	return town.copyOn(t, waiting.Open(t), town.Clock.Now)
}

func (town *Town) copyOn(t testing.TB, st *store.Store, clock func() time.Time) *service.Service {
	t.Helper()
	cases, err := service.New(st, service.Options{
		Clock: clock, PublicURL: "https://axioma.test", SessionLifetime: Session, MailEnabled: true,
		Sender:      messaging.Sender{Number: Number, NumberID: NumberID, ReceivesReplies: true},
		OpenScratch: storetest.OpenScratch, SecondFactorExempt: isExempt,
	})
	if err != nil {
		t.Fatalf("starting the use cases: %v", err)
	}
	return cases
}

const strictDomain = "@strict.test"

// isExempt reports whether an operator needs no second factor: all except StrictOperator's.
func isExempt(email string) bool {
	return strings.HasPrefix(email, "superadmin-") && !strings.HasSuffix(email, strictDomain)
}

// StrictOperator creates a SUPERADMIN who needs a second factor, as in production.
func (town *Town) StrictOperator(t Fataler) loyalty.User {
	t.Helper()
	return town.accountAt(t, "", loyalty.Superadmin, strictDomain)
}

// Operator creates a SUPERADMIN account.
func (town *Town) Operator(t Fataler) loyalty.User {
	t.Helper()
	return town.account(t, "", loyalty.Superadmin)
}

// Shop is a business with its staff.
type Shop struct {
	*Town
	T                    Fataler
	Business             loyalty.Business
	Owner, Admin, Barber usecase.Actor
	Staff                map[loyalty.Role]loyalty.User
}

// New opens a shop in a new town.
func New(t testing.TB) *Shop {
	t.Helper()
	return NewTown(t).Shop(t)
}

// Shop opens a shop. changes modify its defaults.
func (town *Town) Shop(t Fataler, changes ...func(*loyalty.Business)) *Shop {
	t.Helper()
	zone, err := time.LoadLocation(loyalty.DefaultTimeZone)
	if err != nil {
		t.Fatalf("loading a time zone: %v", err)
	}
	number := town.names.Add(1)
	business := loyalty.Business{
		ID: fmt.Sprintf("shop-%d", number), Name: fmt.Sprintf("Barbería %d", number), Status: loyalty.BusinessActive, Zone: zone,
		Country: loyalty.DefaultCountry, VisitTarget: loyalty.DefaultVisitTarget, VIPVisitTarget: loyalty.DefaultVIPVisitTarget,
		HalfRewardEnabled: true, WhatsApp: loyalty.DefaultWhatsAppLimits(), Quiet: loyalty.DefaultQuietHours(), CreatedAt: town.Clock.Now(),
	}
	for _, change := range changes {
		change(&business)
	}
	err = town.Store.InPlatform(context.Background(), func(tx *store.PlatformTx) error { return tx.Businesses().Insert(business) })
	if err != nil {
		t.Fatalf("opening a shop: %v", err)
	}
	shop := &Shop{Town: town, T: t, Business: business, Staff: map[loyalty.Role]loyalty.User{}}
	shop.Owner, shop.Admin, shop.Barber = shop.hire(loyalty.Owner), shop.hire(loyalty.Admin), shop.hire(loyalty.Barber)
	return shop
}

func (shop *Shop) hire(role loyalty.Role) usecase.Actor {
	shop.T.Helper()
	user := shop.account(shop.T, shop.Business.ID, role)
	shop.Staff[role] = user
	return usecase.Actor{UserID: user.ID, Role: role, BusinessID: shop.Business.ID}
}

// Account adds a member of staff.
func (shop *Shop) Account(role loyalty.Role) loyalty.User {
	shop.T.Helper()
	return shop.account(shop.T, shop.Business.ID, role)
}

func (town *Town) account(t Fataler, businessID string, role loyalty.Role) loyalty.User {
	t.Helper()
	return town.accountAt(t, businessID, role, "@axioma.test")
}

func (town *Town) accountAt(t Fataler, businessID string, role loyalty.Role, domain string) loyalty.User {
	t.Helper()
	hash, err := cheapHash()
	if err != nil {
		t.Fatalf("hashing: %v", err)
	}
	number := town.names.Add(1)
	user := loyalty.User{
		ID: fmt.Sprintf("user-%d", number), BusinessID: businessID, Role: role, PasswordHash: hash, TokenVersion: 1_000 + number,
		Email: fmt.Sprintf("%s-%d", strings.ToLower(string(role)), number) + domain, Name: string(role), CreatedAt: town.Clock.Now(),
	}
	err = town.Store.InPlatform(context.Background(), func(tx *store.PlatformTx) error { return tx.Users().Insert(user) })
	if err != nil {
		t.Fatalf("making an account: %v", err)
	}
	return user
}

// OperatorActor creates a SUPERADMIN as actor.
func OperatorActor(t testing.TB, town *Town) usecase.Actor {
	t.Helper()
	return usecase.Actor{UserID: town.Operator(t).ID, Role: loyalty.Superadmin}
}
