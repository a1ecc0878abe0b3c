package passes_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
)

// faultyTown has two businesses with passes. An update of the passes of faulty fails, because a customer has no card.
// An update of those of healthy works.
type faultyTown struct {
	*servicetest.Town
	t                                *testing.T
	faulty, healthy                  *servicetest.Shop
	faultyAna, faultySol, healthyEva loyalty.Customer
}

func newFaultyTown(t *testing.T) faultyTown {
	t.Helper()
	town := servicetest.NewTown(t)
	b := faultyTown{Town: town, t: t, faulty: town.Shop(t), healthy: town.Shop(t)}
	b.faultyAna, b.healthyEva = b.faulty.Customer("Ana"), b.healthy.Customer("Eva")
	b.faultySol = b.faulty.Customer("Sol")
	b.Database.Corrupt(t, "DELETE FROM cards WHERE customer_id = '"+b.faultySol.ID+"'")
	b.faulty.IssueAndInstallPass(b.faultyAna, "anas")
	b.healthy.IssueAndInstallPass(b.healthyEva, "evas")
	b.healthy.UpdatePasses()
	b.healthy.SendPushes()
	b.Clock.Advance(time.Minute)
	b.faulty.Visit(b.faultyAna)
	b.breakCard()
	return b
}

func (b faultyTown) breakCard() {
	b.t.Helper()
	b.moveCard(b.faultyAna, b.faultySol)
}

func (b faultyTown) restoreCard() {
	b.t.Helper()
	b.moveCard(b.faultySol, b.faultyAna)
}

func (b faultyTown) moveCard(from, to loyalty.Customer) {
	b.t.Helper()
	b.Database.Corrupt(b.t, "UPDATE cards SET customer_id = '"+to.ID+"' WHERE customer_id = '"+from.ID+"'")
}

func (b faultyTown) runSteps(count int) (errs []string) {
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
	errs := b.runSteps(60)
	if len(errs) != 1 || !strings.Contains(errs[0], b.faulty.Business.ID) {
		t.Errorf("the errors in a minute are %q, want one about the faulty business", errs)
	}
	b.restoreCard()
	if errs := b.runSteps(60); len(errs) != 0 {
		t.Errorf("after the fault the errors are %q, want none", errs)
	}
	if notifiedPhones := b.healthy.SendPushes(); fmt.Sprint(notifiedPhones) != "[anas]" {
		t.Errorf("the notified phones are %s, want [anas]", notifiedPhones)
	}
	b.breakCard()
	b.Database.Corrupt(t, "INSERT INTO pass_reviews (business_id, cause, after_customer) VALUES ('"+b.faulty.Business.ID+"', 'again', '')")
	if errs := b.runSteps(3); len(errs) != 1 {
		t.Errorf("the errors of the next fault are %q, want one", errs)
	}
}

func TestUpdater_FailingBusiness_DoesNotDelayOthers(t *testing.T) {
	t.Parallel()
	b := newFaultyTown(t)
	b.healthy.Visit(b.healthyEva)
	b.runSteps(1)
	if notifiedPhones := b.healthy.SendPushes(); fmt.Sprint(notifiedPhones) != "[evas]" {
		t.Errorf("the notified phones are %s, want [evas]", notifiedPhones)
	}
	b.runSteps(2)
	b.Clock.Advance(time.Minute)
	_, err := b.Cases.Businesses.ChangeSettings(t.Context(), b.healthy.Owner, servicetest.Targets(8), false)
	servicetest.Must(t, 0, err)
	b.runSteps(1)
	b.Clock.Advance(time.Minute)
	if notifiedPhones, errs := b.healthy.SendPushes(), b.runSteps(1); fmt.Sprint(notifiedPhones) != "[evas]" || len(errs) > 0 {
		t.Errorf("the notified phones are %s and the errors %q, want [evas] and none", notifiedPhones, errs)
	}
}

func TestReview_StartFails_KeepsReviewsOfOtherBusinesses(t *testing.T) {
	t.Parallel()
	b := newFaultyTown(t)
	b.runSteps(3)
	causes := func() string {
		return fmt.Sprint(b.Database.Rows(t, "SELECT cause FROM pass_reviews WHERE business_id = '"+b.faulty.Business.ID+"'"))
	}
	initialCauses := causes()
	b.Database.Corrupt(t, "CREATE UNIQUE INDEX no_more_than_one ON pass_reviews ((length(cause) > 0))")
	_, err := b.Cases.Businesses.ChangeSettings(t.Context(), b.healthy.Owner, servicetest.Targets(8), false)
	servicetest.Must(t, 0, err)
	errs := b.runSteps(20)
	if laterCauses := causes(); laterCauses != initialCauses || initialCauses == "[]" {
		t.Errorf("the review of the other business has the causes %s, want %s: it must not start again", laterCauses, initialCauses)
	}
	if len(errs) != 1 || !strings.Contains(errs[0], b.healthy.Business.ID) {
		t.Errorf("a review that cannot start returns the errors %q, want one about its business", errs)
	}
	b.Database.Corrupt(t, "DROP INDEX no_more_than_one")
	b.runSteps(60)
	if notifiedPhones := b.healthy.SendPushes(); fmt.Sprint(notifiedPhones) != "[evas]" {
		t.Errorf("the notified phones are %s, want [evas]", notifiedPhones)
	}
}

func TestReview_NotStarted_SurvivesARestart(t *testing.T) {
	t.Parallel()
	b := newFaultyTown(t)
	b.runSteps(3)
	b.Database.Corrupt(t, "CREATE UNIQUE INDEX no_more_than_one ON pass_reviews ((length(cause) > 0))")
	_, err := b.Cases.Businesses.ChangeSettings(t.Context(), b.healthy.Owner, servicetest.Targets(8), false)
	servicetest.Must(t, 0, err)
	b.runSteps(120)
	b.Database.Corrupt(t, "DROP INDEX no_more_than_one")
	b.Cases = b.SecondServer(t)
	b.runSteps(3)
	if notifiedPhones := b.healthy.SendPushes(); fmt.Sprint(notifiedPhones) != "[evas]" {
		t.Errorf("the notified phones are %s, want [evas]", notifiedPhones)
	}
}
