package passes_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
)

// faultyTown has one business that fails and one that works.
type faultyTown struct {
	*servicetest.Town
	t                       *testing.T
	ill, well               *servicetest.Shop
	illAna, illSol, wellEva loyalty.Customer
}

func newFaultyTown(t *testing.T) faultyTown {
	t.Helper()
	town := servicetest.NewTown(t)
	b := faultyTown{Town: town, t: t, ill: town.Shop(t), well: town.Shop(t)}
	b.illAna, b.wellEva = b.ill.Customer("Ana"), b.well.Customer("Eva")
	b.illSol = b.ill.Customer("Sol")
	b.Database.Corrupt(t, "DELETE FROM cards WHERE customer_id = '"+b.illSol.ID+"'")
	b.ill.InstalledPass(b.illAna, "anas")
	b.well.InstalledPass(b.wellEva, "evas")
	b.well.UpdatePasses()
	b.well.NotifiedPhones()
	b.Clock.Advance(time.Minute)
	b.ill.Visit(b.illAna)
	b.breakCard()
	return b
}

func (b faultyTown) breakCard() {
	b.t.Helper()
	b.moveCard(b.illAna, b.illSol)
}

func (b faultyTown) restoreCard() {
	b.t.Helper()
	b.moveCard(b.illSol, b.illAna)
}

func (b faultyTown) moveCard(from, to loyalty.Customer) {
	b.t.Helper()
	b.Database.Corrupt(b.t, "UPDATE cards SET customer_id = '"+to.ID+"' WHERE customer_id = '"+from.ID+"'")
}

func (b faultyTown) rounds(count int) (errs []string) {
	for range count {
		b.Clock.Advance(time.Second)
		if _, err := b.Cases.PassUpdater.Step(b.t.Context()); err != nil {
			errs = append(errs, err.Error())
		}
	}
	return errs
}

func TestUpdater_FailingBusiness_IsReportedOnce(t *testing.T) {
	t.Parallel()
	b := newFaultyTown(t)
	errs := b.rounds(60)
	if len(errs) != 1 || !strings.Contains(errs[0], b.ill.Business.ID) {
		t.Errorf("the errors in a minute are %q, want one about the faulty business", errs)
	}
	b.restoreCard()
	if errs := b.rounds(60); len(errs) != 0 {
		t.Errorf("after the fault the errors are %q, want none", errs)
	}
	if notifiedPhones := b.well.NotifiedPhones(); fmt.Sprint(notifiedPhones) != "[anas]" {
		t.Errorf("the notified phones are %s, want [anas]", notifiedPhones)
	}
	b.breakCard()
	b.Database.Corrupt(t, "INSERT INTO pass_reviews (business_id, cause, after_customer) VALUES ('"+b.ill.Business.ID+"', 'again', '')")
	if errs := b.rounds(3); len(errs) != 1 {
		t.Errorf("the errors of the next fault are %q, want one", errs)
	}
}

func TestUpdater_FailingBusiness_DoesNotDelayOthers(t *testing.T) {
	t.Parallel()
	b := newFaultyTown(t)
	b.well.Visit(b.wellEva)
	b.rounds(1)
	if notifiedPhones := b.well.NotifiedPhones(); fmt.Sprint(notifiedPhones) != "[evas]" {
		t.Errorf("the notified phones are %s, want [evas]", notifiedPhones)
	}
	b.rounds(2)
	b.Clock.Advance(time.Minute)
	_, err := b.Cases.Businesses.ChangeSettings(t.Context(), b.well.Owner, servicetest.Targets(8), false)
	servicetest.Must(t, 0, err)
	b.rounds(1)
	b.Clock.Advance(time.Minute)
	if notifiedPhones, errs := b.well.NotifiedPhones(), b.rounds(1); fmt.Sprint(notifiedPhones) != "[evas]" || len(errs) > 0 {
		t.Errorf("the notified phones are %s and the errors %q, want [evas] and none", notifiedPhones, errs)
	}
}

func TestReview_FailingBusiness_OthersStartOnce(t *testing.T) {
	t.Parallel()
	b := newFaultyTown(t)
	b.rounds(3)
	causes := func() string {
		return fmt.Sprint(b.Database.Rows(t, "SELECT cause FROM pass_reviews WHERE business_id = '"+b.ill.Business.ID+"'"))
	}
	initialCauses := causes()
	b.Database.Corrupt(t, "CREATE UNIQUE INDEX no_more_than_one ON pass_reviews ((length(cause) > 0))")
	_, err := b.Cases.Businesses.ChangeSettings(t.Context(), b.well.Owner, servicetest.Targets(8), false)
	servicetest.Must(t, 0, err)
	errs := b.rounds(20)
	if again := causes(); again != initialCauses || initialCauses == "[]" {
		t.Errorf("the cause of the step is %s, want %s as before", again, initialCauses)
	}
	if len(errs) != 1 || !strings.Contains(errs[0], b.well.Business.ID) {
		t.Errorf("the errors of a step that cannot begin are %q, want one", errs)
	}
	b.Database.Corrupt(t, "DROP INDEX no_more_than_one")
	b.rounds(60)
	if notifiedPhones := b.well.NotifiedPhones(); fmt.Sprint(notifiedPhones) != "[evas]" {
		t.Errorf("the notified phones are %s, want [evas]", notifiedPhones)
	}
}

func TestReview_NotStarted_SurvivesARestart(t *testing.T) {
	t.Parallel()
	b := newFaultyTown(t)
	b.rounds(3)
	b.Database.Corrupt(t, "CREATE UNIQUE INDEX no_more_than_one ON pass_reviews ((length(cause) > 0))")
	_, err := b.Cases.Businesses.ChangeSettings(t.Context(), b.well.Owner, servicetest.Targets(8), false)
	servicetest.Must(t, 0, err)
	b.rounds(120)
	b.Database.Corrupt(t, "DROP INDEX no_more_than_one")
	b.Cases = b.SecondServer(t)
	b.rounds(3)
	if notifiedPhones := b.well.NotifiedPhones(); fmt.Sprint(notifiedPhones) != "[evas]" {
		t.Errorf("the notified phones are %s, want [evas]", notifiedPhones)
	}
}
