package store_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

func newCachedSession(t *testing.T) (shop *servicetest.Shop, token string) {
	t.Helper()
	shop = servicetest.New(t)
	token = shop.Token(t, shop.Staff[loyalty.Barber])
	for range 2 {
		mustHold(t, shop, token)
		nameOf(t, shop)
	}
	return shop, token
}

func mustHold(t *testing.T, shop *servicetest.Shop, token string) {
	t.Helper()
	if _, err := shop.Cases.Sessions.Authenticate(t.Context(), token); err != nil {
		t.Errorf("a valid session is refused: %v", err)
	}
}

func mustHaveEnded(t *testing.T, shop *servicetest.Shop, token string) {
	t.Helper()
	if _, err := shop.Cases.Sessions.Authenticate(t.Context(), token); !errors.Is(err, loyalty.ErrTokenExpired) {
		t.Errorf("a session that has ended: got %v, want ErrTokenExpired", err)
	}
}

func readBusiness(t *testing.T, shop *servicetest.Shop) (business loyalty.Business) {
	t.Helper()
	err := shop.Store.ViewBusiness(t.Context(), shop.Business.ID, func(tx *store.Tx) (err error) {
		business, err = tx.Business().Get()
		return err
	})
	if err != nil {
		t.Error(err)
	}
	return business
}

func nameOf(t *testing.T, shop *servicetest.Shop) string {
	t.Helper()
	return readBusiness(t, shop).Name
}

func rename(ctx context.Context, shop *servicetest.Shop, name string) error {
	business := shop.Business
	business.Name = name
	return shop.Store.InPlatform(ctx, func(tx *store.PlatformTx) error { return tx.Businesses().Rename(business) })
}

func disable(shop *servicetest.Shop, role loyalty.Role) func(*store.PlatformTx) error {
	return func(tx *store.PlatformTx) error {
		return tx.Users().SetDisabled(shop.Staff[role].ID, shop.Clock.Now(), 7)
	}
}

func TestCache_SessionEnds_IsSeenAtOnce(t *testing.T) {
	t.Parallel()
	operator := usecase.Actor{UserID: "operator", Role: loyalty.Superadmin}
	for name, end := range map[string]func(context.Context, *servicetest.Shop, string) error{
		"signing out": func(ctx context.Context, shop *servicetest.Shop, token string) error {
			return shop.Cases.Sessions.SignOut(ctx, token)
		},
		"disabling": func(ctx context.Context, shop *servicetest.Shop, _ string) error {
			_, err := shop.Cases.Users.Disable(ctx, shop.Owner, shop.Barber.UserID)
			return err
		},
		"a new password": func(ctx context.Context, shop *servicetest.Shop, _ string) error {
			_, err := shop.Cases.Sessions.ChangePassword(ctx, shop.Barber, servicetest.Password, "Nueva-1234")
			return err
		},
		"a reset": func(ctx context.Context, shop *servicetest.Shop, _ string) error {
			_, err := shop.Cases.Users.ResetPassword(ctx, shop.Owner, shop.Barber.UserID, "")
			return err
		},
		"suspending": func(ctx context.Context, shop *servicetest.Shop, _ string) error {
			_, err := shop.Cases.ControlPanel.Suspend(ctx, operator, shop.Business.ID)
			return err
		},
		"suspending without ending sessions": func(ctx context.Context, shop *servicetest.Shop, _ string) error {
			return shop.Store.ExecRaw(ctx, "UPDATE businesses SET status = 'SUSPENDED'")
		},
		"another role": func(ctx context.Context, shop *servicetest.Shop, _ string) error {
			return shop.Store.ExecRaw(ctx, "UPDATE users SET role = 'ADMIN' WHERE id = $1", shop.Barber.UserID)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop, token := newCachedSession(t)
			if err := end(t.Context(), shop, token); err != nil {
				t.Fatal(err)
			}
			mustHaveEnded(t, shop, token)
		})
	}
}

func TestCache_SettingsChange_IsSeenAtOnce(t *testing.T) {
	t.Parallel()
	shop, _ := newCachedSession(t)
	target, daily := int64(7), int64(9)
	if _, err := shop.Cases.Businesses.ChangeSettings(t.Context(), shop.Owner, loyalty.SettingChanges{VisitTarget: &target}, false); err != nil {
		t.Fatal(err)
	}
	if got := readBusiness(t, shop).VisitTarget; got != target {
		t.Errorf("the card takes %d visits, want %d", got, target)
	}
	if err := rename(t.Context(), shop, "Otra"); err != nil {
		t.Fatal(err)
	}
	if got := readBusiness(t, shop).Name; got != "Otra" {
		t.Errorf("the business is called %q, want Otra", got)
	}
	err := shop.Store.InPlatform(t.Context(), func(tx *store.PlatformTx) error {
		business := shop.Business
		business.WhatsApp.DailyCap = daily
		return tx.Businesses().SetSending(business)
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := readBusiness(t, shop); got.WhatsApp.DailyCap != daily || got.Name != "Otra" || got.VisitTarget != target {
		t.Errorf("the business has old values: %+v; want WhatsApp.DailyCap %v, Name Otra and VisitTarget %v", got, daily, target)
	}
}

// On SQLite, screens and session checks run no query until a cached table changes. PostgreSQL has no cache, because
// other servers write too.
func TestCache_Hit_RunsNoQuery(t *testing.T) {
	t.Parallel()
	shop, token := newCachedSession(t)
	queries := shop.Store.CountQueries()
	asksAnew := map[string]int64{"sqlite": 0, "postgres": 1}[shop.Store.Engine()]
	mustAsk := func(name string, want int64) {
		t.Helper()
		if got := queries(); (got > 0) != (want > 0) {
			t.Errorf("%s: %d queries reached the database; want any: %t", name, got, want > 0)
		}
	}
	reads := func(view func(context.Context, string, func(*store.Tx) error) error) error {
		return view(t.Context(), shop.Business.ID, func(tx *store.Tx) error { _, err := tx.Business().Get(); return err })
	}
	everything := func() {
		t.Helper()
		mustHold(t, shop, token)
		mustAsk("for a signed-in user", asksAnew)
		nameOf(t, shop)
		mustAsk("on a screen", asksAnew)
		for name, view := range map[string]func(context.Context, string, func(*store.Tx) error) error{
			"in a report": shop.Store.ViewReports, "in an export": shop.Store.ViewWhole, "in a writing transaction": shop.Store.InBusiness,
		} {
			if err := reads(view); err != nil {
				t.Error(err)
			}
			mustAsk(name, 1)
		}
	}
	everything()
	if err := shop.Store.ExecRaw(t.Context(), fmt.Sprintf(insertSetting, "other")); err != nil {
		t.Fatal(err)
	}
	queries()
	everything()
	if err := rename(t.Context(), shop, "Otra"); err != nil {
		t.Fatal(err)
	}
	queries()
	mustHold(t, shop, token)
	mustAsk("after a change", 1)
	nameOf(t, shop)
	mustAsk("after a change", 1)
	everything()
}

// A transaction that began before a change still reads the old state, which must not be cached.
func TestCache_ScreenReadsOldState_IsNotCached(t *testing.T) {
	t.Parallel()
	shop, _ := newCachedSession(t)
	former := nameOf(t, shop)
	for _, name := range []string{"Otra", "Tercera"} {
		err := shop.Store.ViewBusiness(t.Context(), shop.Business.ID, func(tx *store.Tx) error {
			var one int // on PostgreSQL the first query takes the snapshot
			if err := tx.Row(&one, "SELECT 1"); err != nil {
				return err
			}
			if err := rename(t.Context(), shop, name); err != nil {
				return err
			}
			business, err := tx.Business().Get()
			if business.Name != former {
				t.Errorf("a transaction that began before the change reads %q, want %q", business.Name, former)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if former = nameOf(t, shop); former != name {
			t.Errorf("the next screen sees %q, want %q", former, name)
		}
	}
}

func TestCache_RolledBackChange_IsNotCached(t *testing.T) {
	t.Parallel()
	shop, token := newCachedSession(t)
	undone := errors.New("undone")
	err := shop.Store.InPlatform(t.Context(), func(tx *store.PlatformTx) error {
		if err := disable(shop, loyalty.Barber)(tx); err != nil {
			return err
		}
		business := shop.Business
		business.Name = "Nunca"
		if err := tx.Businesses().Rename(business); err != nil {
			return err
		}
		mustHold(t, shop, token)
		return undone
	})
	if !errors.Is(err, undone) {
		t.Fatal(err)
	}
	mustHold(t, shop, token)
	if got := nameOf(t, shop); got != shop.Business.Name {
		t.Errorf("the business is called %q, want its former name", got)
	}
}

// A row that was read before a change and cached after it must not be served.
func TestCache_LateRead_IsNotCached(t *testing.T) {
	t.Parallel()
	shop, token := newCachedSession(t)
	if err := rename(t.Context(), shop, "Otra"); err != nil {
		t.Fatal(err)
	}
	shop.Store.AfterInspect(func() {
		if err := shop.Store.InPlatform(t.Context(), disable(shop, loyalty.Barber)); err != nil {
			t.Error(err)
		}
	})
	mustHold(t, shop, token)
	mustHaveEnded(t, shop, token)
}

// A row that was not found may exist later.
func TestCache_UnknownUser_IsNotCached(t *testing.T) {
	t.Parallel()
	shop, _ := newCachedSession(t)
	late := shop.Staff[loyalty.Barber]
	late.ID, late.Email = "late", "late@axioma.test"
	status := func() error { _, err := shop.Store.SessionStatus(t.Context(), late.ID, "one"); return err }
	for range 2 {
		if err := status(); !errors.Is(err, loyalty.ErrUserNotFound) {
			t.Errorf("an unknown user: got %v, want ErrUserNotFound", err)
		}
	}
	if err := shop.Store.InPlatform(t.Context(), func(tx *store.PlatformTx) error { return tx.Users().Insert(late) }); err != nil {
		t.Fatal(err)
	}
	if err := status(); err != nil {
		t.Errorf("the user exists now, but the lookup failed: %v", err)
	}
}

func TestCache_CancelledCaller_GetsNoCachedRow(t *testing.T) {
	t.Parallel()
	shop, token := newCachedSession(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := shop.Cases.Sessions.Authenticate(ctx, token); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled caller gets %v, want context.Canceled", err)
	}
	late, stop := context.WithTimeout(t.Context(), 0)
	defer stop()
	if _, err := shop.Cases.Sessions.Authenticate(late, token); !errors.Is(err, loyalty.ErrBusy) {
		t.Errorf("after its deadline a caller gets %v, want ErrBusy", err)
	}
}

// Another process sends no signal, but its change must be noticed, also while we write.
func TestCache_OtherProgramWrites_IsSeenWithinMaxStaleness(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*testing.T, *servicetest.Shop){
		"a command": func(t *testing.T, shop *servicetest.Shop) {
			otherProcess, err := store.OpenExisting(t.Context(), store.Location{Folder: shop.Database.Folder, URL: shop.Database.URL})
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(otherProcess.InPlatform(t.Context(), disable(shop, loyalty.Barber)), otherProcess.Close()); err != nil {
				t.Fatal(err)
			}
		},
		"an operator by hand": func(t *testing.T, shop *servicetest.Shop) {
			shop.Database.Corrupt(t, "UPDATE users SET disabled_at = 1", "UPDATE businesses SET name = 'Otra'")
		},
	} {
		for _, busy := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, busy %t", name, busy), func(t *testing.T) {
				t.Parallel()
				shop, token := newCachedSession(t)
				change(t, shop)
				if busy { // after the change: our writers would let no other process write
					defer keepWriting(t, shop)()
				}
				time.Sleep(store.MaxStaleness)
				mustHaveEnded(t, shop, token)
				mustHaveEnded(t, shop, token)
				if got := nameOf(t, shop); name == "an operator by hand" && got != "Otra" {
					t.Errorf("the business is called %q, want Otra", got)
				}
			})
		}
	}
}

func keepWriting(t *testing.T, shop *servicetest.Shop) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		var err error
		for i := 0; ctx.Err() == nil && err == nil; i++ {
			err = shop.Store.ExecRaw(t.Context(), fmt.Sprintf(insertSetting, fmt.Sprint(i)))
		}
		done <- err
	}()
	return func() {
		t.Helper()
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// A session check must not wait for the writer, although only the writer's connection notices changes by other
// processes.
func TestCache_BusyWriter_DoesNotDelayStalenessCheck(t *testing.T) {
	t.Parallel()
	shop, token := newCachedSession(t)
	err := shop.Store.WriteRaw(t.Context(), func(func(string) error) error {
		time.Sleep(store.MaxStaleness)
		mustHold(t, shop, token)
		nameOf(t, shop)
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	mustHold(t, shop, token)
}
