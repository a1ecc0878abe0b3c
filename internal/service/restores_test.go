package service_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"axioma/internal/loyalty"
	"axioma/internal/service/restoring"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

func copyOf(t *testing.T, shop *servicetest.Shop) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := shop.Cases.Exports.Write(context.Background(), shop.Owner, shop.Business.ID, &out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func restore(shop *servicetest.Shop, exportZIP []byte) (restoring.Result, error) {
	return restoreWith(shop, exportZIP, nil)
}

func restoreWith(shop *servicetest.Shop, exportZIP []byte, progress restoring.Progress) (restoring.Result, error) {
	return shop.Cases.Restores.Restore(context.Background(), shop.Owner, bytes.NewReader(exportZIP), int64(len(exportZIP)), false, progress)
}

func mustRestore(t *testing.T, shop *servicetest.Shop, exportZIP []byte) restoring.Result {
	t.Helper()
	result, err := restore(shop, exportZIP)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func newTownWithOtherIDs(t *testing.T) *servicetest.Town {
	t.Helper()
	town := servicetest.NewTown(t)
	withOtherIDs(t, town)
	return town
}

func withOtherIDs(t *testing.T, town *servicetest.Town) {
	t.Helper()
	for range 40 {
		town.Operator(t)
	}
}

// notRestored are columns that must differ: secrets and former states.
var notRestored = map[string][]string{
	"users":     {"disabled_at", "attacked_at"},
	"devices":   {"revoked_at", "revoked_by"},
	"customers": {"whatsapp_id"},
	"messages":  {"status", "error", "held_by", "provider_id"},
}

func eraseCustomers(t *testing.T, shop *servicetest.Shop) {
	t.Helper()
	statements := []string{}
	for _, table := range append(store.RestoredTables(), "idempotency_keys", "mails", "passes", "events", "phone_proofs", "login_codes") {
		if table != "users" {
			statements = append(statements, fmt.Sprintf("DELETE FROM %s WHERE business_id = '%s'", table, shop.Business.ID))
		}
	}
	shop.Database.Corrupt(t, statements...)
}

func setEmail(t *testing.T, town *servicetest.Town, userID, email string) {
	t.Helper()
	town.Database.Corrupt(t, fmt.Sprintf("UPDATE users SET email = '%s' WHERE id = '%s'", email, userID))
}

func logoPNG(t *testing.T) []byte {
	t.Helper()
	var out bytes.Buffer
	picture := image.NewRGBA(image.Rect(0, 0, 128, 64))
	for x := range 128 {
		picture.Set(x, x%64, color.RGBA{R: 200, A: 255})
	}
	if err := png.Encode(&out, picture); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func restoredRows(t *testing.T, shop *servicetest.Shop, table string) []string {
	t.Helper()
	columns, _ := store.ExportColumns(table)
	columns = slices.DeleteFunc(slices.Clone(columns), func(column string) bool { return slices.Contains(notRestored[table], column) })
	switch table {
	case "customers", "families":
		columns = append(columns, "sort_key", "search")
	}
	expressions := make([]string, len(columns))
	for i, column := range columns {
		expressions[i] = fmt.Sprintf("coalesce(cast(%s AS text), 'NULL')", column)
		if table == "messages" && column == "text" {
			expressions[i] = "CASE WHEN kind = 'OTP' THEN '' ELSE text END" // codes are not exported
		}
	}
	return shop.Database.Rows(t, fmt.Sprintf("SELECT %s FROM %s WHERE business_id = '%s' ORDER BY %s",
		strings.Join(expressions, ", "), table, shop.Business.ID, columns[0]))
}

// mustHaveRowsOf expects the rows of the former shop. The new shop may have accounts and audit entries of its own.
func mustHaveRowsOf(t *testing.T, restoredShop, former *servicetest.Shop) {
	t.Helper()
	for _, table := range store.RestoredTables() {
		want, got := restoredRows(t, former, table), restoredRows(t, restoredShop, table)
		for i, row := range want {
			want[i] = strings.ReplaceAll(row, " "+former.Business.ID+" ", " "+restoredShop.Business.ID+" ")
		}
		if table == "users" || table == "audit_events" {
			got = slices.DeleteFunc(got, func(row string) bool { return !slices.Contains(want, row) })
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s had %d rows and has %d, want no change:\n%s\n%s", table, len(want), len(got), strings.Join(want, "\n"), strings.Join(got, "\n"))
		}
	}
	for _, column := range []string{
		"name", "time_zone", "country", "visit_target", "vip_visit_target", "half_reward_enabled", "mean_ticket", "service_cost", "usual_enabled", "welcome_text", "legal_name", "tax_id",
		"premises_phone", "booking_url", "opening_hours", "colour", "logo_name", "quiet_from", "short_code", "status", "first_steps",
	} {
		read := func(shop *servicetest.Shop) []string {
			return shop.Database.Rows(t, fmt.Sprintf("SELECT coalesce(cast(%s AS text), '') FROM businesses WHERE id = '%s'", column, shop.Business.ID))
		}
		if want, got := read(former), read(restoredShop); !slices.Equal(want, got) {
			t.Errorf("the column %s of the business was %q and is %q, want no change", column, want, got)
		}
	}
	breaches, err := restoredShop.Store.Check(context.Background())
	if err != nil || breaches.Rows > 0 {
		t.Errorf("the restored business breaks rules: %v %v", breaches.First, err)
	}
}

func historyFor(test testing.TB, town *servicetest.Town) *rapid.Generator[*machine] {
	return rapid.Custom(func(t *rapid.T) *machine {
		m := open(t, town)
		m.watch = newWatcher(test, m.shop)
		acts := []func(*rapid.T){
			m.visit, m.visit, m.visit, m.furtherVisit, m.visitThatWaits, m.visitOfAPastDay, m.recordOpening, m.undoOpening, m.correct, m.delete,
			m.redeem, m.redeemOwed, m.takeBack, m.tag, m.changeTargets, m.archive, m.newcomer, m.askErasure, m.join, m.leave, m.changeRole,
			m.changePolicy, m.newFamily, m.deleteFamily, m.merge, m.undoMerge, m.nextDay, m.month,
		}
		for range 120 {
			act := rapid.SampledFrom(acts).Draw(t, "act")
			act(t)
		}
		return m
	})
}

func TestRestore_RandomHistory_BringsBackEveryRow(t *testing.T) {
	t.Parallel()
	for seed := range 3 {
		town := newTownWithOtherIDs(t)
		former := historyFor(t, town).Example(seed).shop
		exportZIP := copyOf(t, former)
		otherTown := servicetest.NewTown(t)
		otherTown.Clock.Set(town.Clock.Now())
		restoredShop := otherTown.Shop(t)
		otherTown.MustMatchChains(t)
		mustRestore(t, restoredShop, exportZIP)
		otherTown.MustMatchChains(t)
		mustHaveRowsOf(t, restoredShop, former)
	}
}

func TestRestore_CustomerWithAllData_BringsBackEveryTable(t *testing.T) {
	t.Parallel()
	town := newTownWithOtherIDs(t)
	former := town.Shop(t)
	ana := former.CustomerWithAllData(t)
	former.Family(loyalty.PolicyPool, former.Customer("Berta"), former.Customer("Carla"))
	former.SendMessages()
	if _, err := former.Cases.FirstSteps.Mark(t.Context(), former.Owner, loyalty.StepPaper, true); err != nil {
		t.Fatal(err)
	}
	logo, err := former.Cases.Businesses.SetLogo(t.Context(), former.Owner, logoPNG(t))
	if err != nil {
		t.Fatal(err)
	}
	otherTown := servicetest.NewTown(t)
	otherTown.Clock.Set(former.Clock.Now())
	restoredShop := otherTown.Shop(t)
	result := mustRestore(t, restoredShop, copyOf(t, former))
	mustHaveRowsOf(t, restoredShop, former)
	for _, table := range store.RestoredTables() {
		if result.Rows[table] == 0 && table != "message_usage" && table != "erasures" {
			t.Errorf("the table %s has no rows to restore", table)
		}
	}
	if picture, err := restoredShop.Cases.Businesses.Logo(t.Context(), restoredShop.Business.ID, logo.Logo); err != nil || len(picture) == 0 {
		t.Errorf("reading the restored logo: %v; want a picture", err)
	}
	code, err := restoredShop.Cases.QRCodes.Content(t.Context(), ana.QR())
	if err != nil || code.BusinessID != restoredShop.Business.ID {
		t.Errorf("the printed QR of Ana opens %+v, %v; want BusinessID %v", code, err, restoredShop.Business.ID)
	}
	servicetest.MustBeAudited(t, otherTown, restoredShop.Business.ID, "business.restored", restoredShop.Owner.UserID)
	if waiting := otherTown.Database.Rows(t, "SELECT id FROM messages WHERE status IN ('QUEUED', 'SENDING')"); len(waiting) > 0 {
		t.Errorf("restored messages must not be sent again, but wait: %q", waiting)
	}
}

func TestRestore_SameInstallation_KeepsAccounts(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Register("Ana")
	shop.Visits(ana, 5)
	exportZIP := copyOf(t, shop)
	before := map[string][]string{}
	for _, table := range store.RestoredTables() {
		before[table] = restoredRows(t, shop, table)
	}
	eraseCustomers(t, shop)
	mustRestore(t, shop, exportZIP)
	for table, want := range before {
		got := restoredRows(t, shop, table)
		if table == "audit_events" {
			got = slices.DeleteFunc(got, func(row string) bool { return strings.Contains(row, "business.restored") })
		}
		if !slices.Equal(got, want) {
			t.Errorf("the table %s was %q and is %q, want no change", table, want, got)
		}
	}
	if disabledIDs := shop.Database.Rows(t, "SELECT id FROM users WHERE disabled_at IS NOT NULL"); len(disabledIDs) > 0 {
		t.Errorf("existing accounts must not be disabled: %q", disabledIDs)
	}
	if _, err := restore(shop, exportZIP); !errors.Is(err, loyalty.ErrRestoreNotEmpty) {
		t.Errorf("restoring the same copy again returns %v, want ErrRestoreNotEmpty", err)
	}
}

func TestRestore_Accounts_ComeBackWithoutAccess(t *testing.T) {
	t.Parallel()
	former := newTownWithOtherIDs(t).Shop(t)
	boss := servicetest.OperatorActor(t, former.Town)
	boss.BusinessID = former.Business.ID
	ana := former.Customer("Ana")
	if _, err := former.Cases.Visits.Register(t.Context(), boss, former.FurtherVisitRequest(ana)); err != nil {
		t.Fatal(err)
	}
	otherTown := servicetest.NewTown(t)
	neighbour, restoredShop := otherTown.Shop(t), otherTown.Shop(t)
	setEmail(t, otherTown, neighbour.Owner.UserID, former.Staff[loyalty.Barber].Email)
	setEmail(t, otherTown, restoredShop.Owner.UserID, former.Staff[loyalty.Owner].Email)
	result := mustRestore(t, restoredShop, copyOf(t, former))
	if result.Accounts != 2 || !slices.Equal(result.RenamedAccounts, []string{former.Staff[loyalty.Barber].Email}) {
		t.Errorf("%d accounts are restored, and %q are renamed; want 2 and %q", result.Accounts, result.RenamedAccounts, []string{former.Staff[loyalty.Barber].Email})
	}
	got := otherTown.Database.Rows(t, fmt.Sprintf(`SELECT role FROM users WHERE business_id = '%s' AND disabled_at IS NOT NULL AND password_hash = '' ORDER BY role`, restoredShop.Business.ID))
	if !slices.Equal(got, []string{"ADMIN", "BARBER", "BARBER"}) { // the second BARBER replaces the operator
		t.Errorf("the roles of the disabled accounts are %q, want ADMIN, BARBER and BARBER", got)
	}
	by := otherTown.Database.Rows(t, "SELECT u.name FROM visits v JOIN users u ON u.id = v.registered_by")
	if !slices.Equal(by, []string{"Operador de la plataforma"}) {
		t.Errorf("the visit of the former operator was registered by %q, want only Operador de la plataforma", by)
	}
	if at := otherTown.Database.Rows(t, fmt.Sprintf("SELECT business_id FROM users WHERE email = '%s'", former.Staff[loyalty.Barber].Email)); !slices.Equal(at, []string{neighbour.Business.ID}) {
		t.Errorf("the other business's account belongs to %q, want the neighbour", at)
	}
	if _, err := restoredShop.Cases.Sessions.SignIn(t.Context(), former.Staff[loyalty.Admin].Email, servicetest.Password); !errors.Is(err, loyalty.ErrSignInFailed) {
		t.Errorf("the sign-in of a restored account returns %v, want ErrSignInFailed", err)
	}
}

func TestRestore_DryRun_ChangesNothing(t *testing.T) {
	t.Parallel()
	former := newTownWithOtherIDs(t).Shop(t)
	former.Visits(former.Register("Ana"), 3)
	restoredShop := servicetest.New(t)
	before, exportZIP := restoredShop.Database.Dump(t), copyOf(t, former)
	result, err := restoredShop.Cases.Restores.Restore(t.Context(), restoredShop.Owner, bytes.NewReader(exportZIP), int64(len(exportZIP)), true, nil)
	if err != nil || result.Rows["customers"] != 1 || result.Rows["visits"] != 3 {
		t.Errorf("the dry run gives %+v, %v; want 1 customer and 3 visits", result, err)
	}
	if after := restoredShop.Database.Dump(t); !slices.Equal(before, after) {
		t.Errorf("a dry run must not change the database: it was %q and is %q", before, after)
	}
}

func TestRestore_RolesAndState_AreRefused(t *testing.T) {
	t.Parallel()
	former := newTownWithOtherIDs(t).Shop(t)
	former.Register("Ana")
	exportZIP := copyOf(t, former)
	shop := servicetest.New(t)
	for _, actor := range []usecase.Actor{shop.Admin, shop.Barber} {
		_, err := shop.Cases.Restores.Restore(t.Context(), actor, bytes.NewReader(exportZIP), int64(len(exportZIP)), true, nil)
		servicetest.MustRefuse(t, string(actor.Role), err, loyalty.ErrForbidden)
	}
	job, err := shop.Cases.Exports.Begin(t.Context(), shop.Business.ID)
	if err != nil {
		t.Fatal(err)
	}
	_, err = restore(shop, exportZIP)
	servicetest.MustRefuse(t, "while a copy is downloaded", err, loyalty.ErrDataJobRunning)
	if err := job.End(t.Context()); err != nil {
		t.Fatal(err)
	}
	mustRestore(t, shop, exportZIP)
}

// TestRestore_Interrupted_IsUndone stops the restore in the first, a middle and the last table. Another server
// undoes it, and the first server, once it runs again, must change nothing.
func TestRestore_Interrupted_IsUndone(t *testing.T) {
	t.Parallel()
	former := newTownWithOtherIDs(t).Shop(t)
	former.CustomerWithAllData(t)
	former.Family(loyalty.PolicyPool, former.Customer("Berta"), former.Customer("Carla"))
	exportZIP := copyOf(t, former)
	shop := servicetest.New(t)
	shop.Clock.Set(former.Clock.Now())
	boss := servicetest.OperatorActor(t, shop.Town)
	before := withoutEvents(shop.Database.Dump(t))
	for _, stop := range []int{1, 7, 14} {
		asleep, wake, faults := make(chan struct{}), make(chan struct{}), make(chan error)
		calls := 0
		go func() {
			_, err := shop.Cases.Restores.Restore(context.Background(), shop.Owner, bytes.NewReader(exportZIP), int64(len(exportZIP)), false, func(rowsRead, total int64) {
				if 2*rowsRead <= total {
					return
				}
				if calls++; calls == stop {
					close(asleep)
					<-wake
				}
			})
			faults <- err
		}()
		select {
		case <-asleep:
		case err := <-faults:
			t.Fatalf("the restore ended before step %d: %v", stop, err)
		}
		breaches, err := shop.Store.Check(t.Context())
		if err != nil || breaches.Rows > 0 {
			t.Errorf("a backup of a half restore breaks rules: %v %v", breaches.First, err)
		}
		_, err = shop.Cases.ControlPanel.Reactivate(t.Context(), boss, shop.Business.ID)
		servicetest.MustRefuse(t, "reactivated by the operator", err, loyalty.ErrRestoreRunning)
		other := shop.Town.SecondServer(t)
		if err := other.Restores.UndoInterrupted(t.Context()); err != nil {
			t.Fatal(err)
		}
		_, err = restore(shop, exportZIP)
		servicetest.MustRefuse(t, "a second restore meanwhile", err, loyalty.ErrDataJobRunning)
		if err := other.Counts.Refresh(t.Context()); err != nil { // counts the restored visits
			t.Fatal(err)
		}
		shop.Clock.Advance(3 * time.Minute)
		if err := other.Restores.UndoInterrupted(t.Context()); err != nil {
			t.Fatal(err)
		}
		close(wake)
		servicetest.MustRefuse(t, "the server that wakes up", <-faults, loyalty.ErrRestoreInterrupted)
		if after := withoutEvents(shop.Database.Dump(t)); !slices.Equal(before, after) {
			t.Fatalf("a restore that stopped after %d steps must leave the database as it was: %q, but it is %q", stop, before, after)
		}
	}
	mustRestore(t, shop, exportZIP)
	mustHaveRowsOf(t, shop, former)
}

func withoutEvents(rows []string) []string {
	return slices.DeleteFunc(rows, func(row string) bool {
		return strings.HasPrefix(row, "events ") || strings.HasPrefix(row, "event_offset ") ||
			strings.HasPrefix(row, "day_count_progress ") || strings.HasPrefix(row, "customer_step_progress ")
	})
}

// A killed server leaves data of customers, which the next one removes.
func TestRestore_KilledServer_LeavesNoTemporaryData(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	shop := servicetest.New(t)
	folder, err := os.MkdirTemp(temporary, "axioma-restore-*")
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, "axioma.db"), []byte("Ana"), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	running, err := store.NewStagingFolder(temporary, "axioma-restore-")
	if err != nil {
		t.Fatal(err)
	}
	if err := shop.Cases.Restores.UndoInterrupted(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(folder); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder of a killed restore must not exist: %v", err)
	}
	if _, err := os.Stat(running.Path); err != nil {
		t.Errorf("the folder of a running restore must stay: %v", err)
	}
	if err := running.Remove(); err != nil {
		t.Error(err)
	}
}
