package messaging_test

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

func installationOf(database string) loyalty.Installation {
	return loyalty.Installation{Database: database, URL: "https://shop.example"}
}

func recognize(t *testing.T, town *servicetest.Town, current loyalty.Installation) string {
	t.Helper()
	check, err := town.Cases.RestoredMessages.CheckInstallation(t.Context(), current)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%q %d", check.Changes, check.HeldCount)
}

func waitingTown(t *testing.T) (*servicetest.Town, *servicetest.Shop) {
	t.Helper()
	shop := servicetest.New(t)
	ana := shop.Register("Ana")
	shop.QueueMail(ana)
	shop.InstallPass(shop.Pass(ana), "telephone")
	shop.Database.Corrupt(t, `UPDATE pass_holders SET push_at = 1`)
	return shop.Town, shop
}

func countHeld(t *testing.T, town *servicetest.Town) []string {
	t.Helper()
	const forGood = 253370764800000
	return town.Database.Rows(t, fmt.Sprintf(`SELECT (SELECT count(*) FROM messages WHERE held_by = 'RESTORED'), (SELECT count(*) FROM mails WHERE send_at = %d),
		(SELECT count(*) FROM pass_holders WHERE push_at = %d)`, forGood, forGood))
}

func TestInstallation_CopiedData_HoldAllQueuedMessages(t *testing.T) {
	t.Parallel()
	for decision, remaining := range map[loyalty.RestoreDecision]string{loyalty.ReleaseRestored: "1 1 1", loyalty.DropRestored: "0 0 0"} {
		town, _ := waitingTown(t)
		if got := recognize(t, town, installationOf("file 1")); got != `"" 0` {
			t.Errorf("the first start finds %s, want %q", got, `"" 0`)
		}
		if got := recognize(t, town, installationOf("file 1")); got != `"" 0` {
			t.Errorf("a restart finds %s, want %q", got, `"" 0`)
		}
		if got := recognize(t, town, installationOf("file 2")); got != `"DATABASE" 3` {
			t.Errorf("a copy finds %s, want %q", got, `"DATABASE" 3`)
		}
		if got := countHeld(t, town); got[0] != "1 1 1" {
			t.Errorf("the numbers of messages, mails and pushes held are %s, want 1 1 1", got)
		}
		state, err := town.Cases.RestoredMessages.State(t.Context())
		if err != nil || state.HeldCount != 3 || state.Changes != "DATABASE" {
			t.Errorf("the control panel shows %+v (%v); want Held 3 and Changed DATABASE", state, err)
		}
		if got := recognize(t, town, installationOf("file 2")); got != `"" 0` {
			t.Errorf("the copy's restart finds %s, want %q", got, `"" 0`)
		}
		if _, err := town.Cases.RestoredMessages.Decide(t.Context(), usecase.Actor{}, decision); err != nil {
			t.Fatal(err)
		}
		if err := town.Cases.RestoredMessages.CarryOut(t.Context()); err != nil {
			t.Fatal(err)
		}
		waiting := town.Database.Rows(t, `SELECT (SELECT count(*) FROM messages WHERE status = 'QUEUED' AND held_by IS NULL), (SELECT count(*) FROM mails),
			(SELECT count(*) FROM pass_holders WHERE push_at IS NOT NULL)`)
		if got := countHeld(t, town); got[0] != "0 0 0" || waiting[0] != remaining {
			t.Errorf("after %s the numbers held are %s and those waiting %s, want %s", decision, got, waiting, remaining)
		}
	}
}

func TestInstallation_ManyServersOnOneCopy_HoldOnce(t *testing.T) {
	t.Parallel()
	town, shop := waitingTown(t)
	recognize(t, town, installationOf("server 1"))
	var holding atomic.Int64
	var servers sync.WaitGroup
	for range 4 {
		server := shop.SecondServer(t)
		servers.Go(func() {
			check, err := server.RestoredMessages.CheckInstallation(t.Context(), installationOf("server 2"))
			if err != nil {
				t.Error(err)
			}
			if check.HeldCount > 0 {
				holding.Add(1)
			}
		})
	}
	servers.Wait()
	if got := holding.Load(); got != 1 {
		t.Errorf("%d servers hold messages, want 1", got)
	}
}

func TestInstallation_HeldAgainDuringADecision_WaitsForANewDecision(t *testing.T) {
	t.Parallel()
	town, _ := waitingTown(t)
	putBack(t, town)
	if _, err := town.Cases.RestoredMessages.Decide(t.Context(), usecase.Actor{}, loyalty.ReleaseRestored); err != nil {
		t.Fatal(err)
	}
	recognize(t, town, installationOf("file 1"))
	recognize(t, town, installationOf("file 2")) // copied while the decision was being applied
	if err := town.Cases.RestoredMessages.CarryOut(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := countHeld(t, town); got[0] != "1 1 1" {
		t.Errorf("the numbers of messages, mails and pushes held are %s, want 1 1 1", got)
	}
}

func TestInstallation_HeldByOperator_StaysHeld(t *testing.T) {
	t.Parallel()
	town, _ := waitingTown(t)
	if n, err := town.Cases.RestoredMessages.Hold(t.Context()); err != nil || n != 3 {
		t.Fatalf("Hold = %d (%v), want 3", n, err)
	}
	if got := countHeld(t, town); got[0] != "1 1 1" {
		t.Errorf("the numbers of messages, mails and pushes held are %s, want 1 1 1", got)
	}
}

func TestInstallation_ServerIdentity_IsReadFromPostgreSQLOnly(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	var first, second string
	err := town.Store.InPlatform(t.Context(), func(tx *store.PlatformTx) (err error) {
		if first, err = tx.Restores().ServerIdentity(); err != nil {
			return err
		}
		second, err = tx.Restores().ServerIdentity()
		return err
	})
	if err != nil || first != second || (first == "") != (town.Store.Engine() == "sqlite") {
		t.Errorf("the identities are %q and %q (%v); want two identities, empty on SQLite", first, second, err)
	}
	if !slices.Contains([]string{`"" 0`}, recognize(t, town, loyalty.Installation{})) {
		t.Error("the first start must not hold messages")
	}
}
