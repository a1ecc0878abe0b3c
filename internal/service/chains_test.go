package service_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
	"axioma/internal/store"
)

func findChainFault(t *testing.T, shop *servicetest.Shop) string {
	t.Helper()
	var first string
	_, err := shop.Store.CheckChain(t.Context(), store.ChainCheck{Now: shop.Clock.Now(), Report: func(_, fault string) error {
		first = fault
		return errors.New(fault)
	}})
	if err != nil && first == "" {
		t.Fatal(err)
	}
	return first
}

// Events are removed after 30 days, and their seals a day later. The block keeps the hash of the seals.
func TestChains_OldEvents_AreRemovedBeforeTheirSeals(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	shop.Visit(ana)
	shop.Town.MustMatchChains(t)
	shop.Clock.Advance(loyalty.EventRetention + 25*time.Hour)
	shop.Visit(ana) // not yet sealed when the others are removed
	if err := shop.Cases.Maintenance.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	shop.Town.MustMatchChains(t)
	if events := shop.Database.Rows(t, "SELECT kind FROM events WHERE visit_id IS NOT NULL"); len(events) != 1 {
		t.Errorf("the stored events of visits are %q, want one", events)
	}
	if blocks := shop.Database.Rows(t, "SELECT number FROM chain_blocks WHERE event_seals <> ''"); len(blocks) != 1 {
		t.Errorf("the blocks %q have seals of events, want one", blocks)
	}
	shop.Database.Corrupt(t, "DELETE FROM events WHERE visit_id IS NOT NULL")
	if difference := findChainFault(t, shop); !strings.Contains(difference, "is missing") {
		t.Errorf("for a new event that was removed by hand the check finds %q, want %q in it", difference, "is missing")
	}
}

func TestMaintenance_SealingFails_OldEventsAreRemoved(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	other := shop.Town.Shop(t)
	shop.Visit(shop.Customer("Ana"))
	shop.Town.MustMatchChains(t)
	fromBlocks := " FROM chain_blocks WHERE business_id = '" + shop.Business.ID + "'"
	shop.Database.Corrupt(t, "CREATE UNIQUE INDEX no_more ON chain_blocks (business_id) WHERE business_id = '"+shop.Business.ID+
		"' AND number >= "+shop.Database.Rows(t, "SELECT max(number)"+fromBlocks)[0])
	shop.Visit(shop.Customer("Eva"))
	other.Visit(other.Customer("Eva"))
	shop.Clock.Advance(loyalty.EventRetention + 24*time.Hour)
	if err := shop.Cases.Maintenance.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "sealing business "+shop.Business.ID) {
		t.Errorf("maintenance ends with %v, want the business that failed", err)
	}
	if events := shop.Database.Rows(t, "SELECT kind FROM events WHERE visit_id IS NOT NULL"); len(events) > 0 {
		t.Errorf("the stored events of visits are %v, want none", events)
	}
	if blocks := shop.Database.Rows(t, "SELECT number FROM chain_blocks WHERE business_id = '"+other.Business.ID+"'"); len(blocks) < 2 {
		t.Errorf("the other business has blocks %v, want at least 2", blocks)
	}
}

func TestChains_ErasedCustomer_StillMatches(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.CustomerWithAllData(t)
	shop.Town.MustMatchChains(t)
	shop.Archive(ana)
	shop.Town.MustMatchChains(t)
	shop.Clock.Advance(8 * 365 * 24 * time.Hour)
	if err := shop.Cases.Maintenance.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if erasures := shop.Database.Rows(t, fmt.Sprintf("SELECT customer_id FROM erasures WHERE customer_id = '%s' AND erased_at IS NOT NULL", ana.ID)); len(erasures) != 1 {
		t.Fatalf("the erasures are %q, want one", erasures)
	}
	shop.Town.MustMatchChains(t)
}

// Old rows are sealed in blocks of a thousand, new events first.
func TestChains_RowsBeforeSealing_AreSealedInBlocks(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	shop.Visit(ana)
	servicetest.CopyVisit(t, shop, 2500)
	if err := shop.Cases.Chains.Seal(t.Context()); err != nil {
		t.Fatal(err)
	}
	blocks := shop.Database.Rows(t, "SELECT CASE WHEN backlog LIKE 'visits:_%' THEN 'visits' ELSE backlog END FROM chain_blocks ORDER BY number")
	if want := "[visits: visits visits rewards: ]"; fmt.Sprint(blocks) != want {
		t.Errorf("the blocks are %q, want %s", blocks, want)
	}
	shop.Town.MustMatchChains(t)
	shop.Database.Corrupt(t, "UPDATE visits SET card_target = 9 WHERE id = 'old-2000'")
	if difference := findChainFault(t, shop); !strings.Contains(difference, "visit old-2000 is not as it was sealed") {
		t.Errorf("for an older visit that was changed the check finds %q, want %q in it", difference, "visit old-2000 is not as it was sealed")
	}
}

func TestChains_TwoServers_MakeOneChain(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	second := shop.Town.SecondServer(t)
	for range 3 {
		shop.Visit(shop.Customer("Ana"))
		done := make(chan error)
		go func() { done <- second.Chains.Seal(t.Context()) }()
		if err := errors.Join(shop.Cases.Chains.Seal(t.Context()), <-done); err != nil {
			t.Fatal(err)
		}
	}
	shop.Town.MustMatchChains(t)
}
