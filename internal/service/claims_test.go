package service_test

import (
	"errors"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
)

func claimant(t *testing.T, shop *servicetest.Shop, stamps int64) loyalty.Customer {
	t.Helper()
	form := shop.Form("Ana")
	form.ClaimedStamps = stamps
	registration, err := shop.Cases.Registrations.Register(t.Context(), shop.Business.ID, form, "")
	if err != nil {
		t.Fatal(err)
	}
	return registration.Customer
}

func claimOf(t *testing.T, shop *servicetest.Shop, customer loyalty.Customer) int64 {
	t.Helper()
	progress, err := shop.Cases.Cards.Progress(t.Context(), shop.Barber, customer.ID)
	if err != nil {
		t.Fatal(err)
	}
	return progress.ClaimedStamps
}

func TestClaim_AtRegistration_CountsAfterConfirmation(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := claimant(t, shop, 7)
	if progress := shop.Progress(ana); progress.Card.Stamps != 0 || claimOf(t, shop, ana) != 7 {
		t.Fatalf("a claim of 7 gives %d stamps and is shown as %d; want 0 and 7", progress.Card.Stamps, claimOf(t, shop, ana))
	}
	confirm := service.OpeningRequest{CustomerID: ana.ID, Stamps: 7, Key: shop.Key()}
	if _, err := shop.Cases.Adjustments.RecordOpening(t.Context(), shop.Barber, confirm); !errors.Is(err, loyalty.ErrOpeningBalanceRole) {
		t.Errorf("a barber who may not confirm gets %v, want ErrOpeningBalanceRole", err)
	}
	if err := shop.Cases.Adjustments.RejectClaim(t.Context(), shop.Barber, ana.ID); !errors.Is(err, loyalty.ErrOpeningBalanceRole) || claimOf(t, shop, ana) != 7 {
		t.Errorf("a barber who may not reject gets %v, want ErrOpeningBalanceRole and the claim kept", err)
	}
	if visit := shop.Visit(ana); visit.Progress.ClaimedStamps != 7 || visit.Progress.Card.Stamps != 1 {
		t.Errorf("a scan shows a claim of %d and %d stamps; want 7 and 1", visit.Progress.ClaimedStamps, visit.Progress.Card.Stamps)
	}
	for range 2 { // the key is replayed
		if _, err := shop.Cases.Adjustments.RecordOpening(t.Context(), shop.Admin, confirm); err != nil {
			t.Fatal(err)
		}
	}
	if progress := shop.Progress(ana); progress.Card.Stamps != 8 || claimOf(t, shop, ana) != 0 {
		t.Errorf("after the confirmation the card has %d stamps and the claim is %d, want 8 and 0", progress.Card.Stamps, claimOf(t, shop, ana))
	}
	shop.MustHoldInvariants(t)
}

func TestClaim_Rejected_IsRemovedAndAddsNoStamps(t *testing.T) {
	t.Parallel()
	shop := servicetest.NewTown(t).Shop(t, func(b *loyalty.Business) { b.BarberOpeningBalances = true })
	stranger := shop.Town.Shop(t)
	ana := claimant(t, shop, 9)
	if err := stranger.Cases.Adjustments.RejectClaim(t.Context(), stranger.Owner, ana.ID); !errors.Is(err, loyalty.ErrCustomerNotFound) {
		t.Errorf("another business gets %v, want ErrCustomerNotFound", err)
	}
	for range 2 {
		if err := shop.Cases.Adjustments.RejectClaim(t.Context(), shop.Barber, ana.ID); err != nil {
			t.Fatal(err)
		}
	}
	if progress := shop.Progress(ana); progress.Card.Stamps != 0 || claimOf(t, shop, ana) != 0 {
		t.Errorf("after the rejection the card has %d stamps and the claim is %d, want 0 and 0", progress.Card.Stamps, claimOf(t, shop, ana))
	}
	if progress, err := shop.Cases.Cards.Progress(t.Context(), shop.Barber, ana.ID); err != nil || progress.RejectedStamps != 9 {
		t.Errorf("the customer sees %d rejected stamps, %v; want 9", progress.RejectedStamps, err)
	}
	events := shop.Database.Rows(t, "SELECT count(*) FROM events WHERE kind = 'card.adjusted' AND customer_id = '"+ana.ID+"'")
	if events[0] != "1" {
		t.Errorf("two rejections of one claim append %s events, want 1", events[0])
	}
	request := service.OpeningRequest{CustomerID: ana.ID, Stamps: 3, Key: shop.Key()}
	if balance, err := shop.Cases.Adjustments.RecordOpening(t.Context(), shop.Barber, request); err != nil || balance.Progress.RejectedStamps != 0 {
		t.Errorf("after a late opening balance the progress is %+v, %v; want no rejected stamps", balance.Progress, err)
	}
	shop.MustHoldInvariants(t)
	trail := shop.Database.Rows(t, "SELECT detail FROM audit_events WHERE action = 'card.claim-rejected'")
	if len(trail) != 1 || trail[0] != "9" {
		t.Errorf("the trail has %q, want one line with 9", trail)
	}
}

// A stranger may type a known phone.
func TestClaim_KnownPhone_IsIgnored(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Register("Ana")
	form := shop.Form("Ana")
	form.Phone, form.ClaimedStamps = ana.Phone, 9
	if _, err := shop.Cases.Registrations.Register(t.Context(), shop.Business.ID, form, ""); !errors.Is(err, loyalty.ErrAlreadyRegistered) {
		t.Errorf("the form returns %v, want ErrAlreadyRegistered", err)
	}
	if claim := claimOf(t, shop, ana); claim != 0 {
		t.Errorf("the record has a claim of %d, want none", claim)
	}
}

func TestClaim_OutOfRange_IsRefusedAtClaimedStamps(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	for _, stamps := range []int64{-1, 101} {
		form := shop.Form("Ana")
		form.ClaimedStamps = stamps
		_, err := shop.Cases.Registrations.Register(t.Context(), shop.Business.ID, form, "")
		var refusal *loyalty.Error
		if !errors.As(err, &refusal) || len(refusal.Fields) != 1 || refusal.Fields[0].Field != "claimedStamps" {
			t.Errorf("a claim of %d returns %v, want an error at claimedStamps", stamps, err)
		}
	}
}

func TestMerge_UnansweredClaim_StaysAndReturns(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name                   string
		keptClaim, mergedClaim int64 // claims
		opening                bool  // the merged record has a balance already
		confirm                bool  // between merge and undo
		jointClaim             int64
		keptEnd, mergeEnd      int64 // claims after the undo
	}{
		{name: "of the merged record", mergedClaim: 7, jointClaim: 7, mergeEnd: 7},
		{name: "of the kept record", keptClaim: 5, jointClaim: 5, keptEnd: 5},
		{name: "of both records", keptClaim: 5, mergedClaim: 7, jointClaim: 5, keptEnd: 5, mergeEnd: 7},
		{name: "answered by the balance of the merged record", keptClaim: 5, opening: true, keptEnd: 5},
		{name: "confirmed before the undo", mergedClaim: 7, jointClaim: 7, confirm: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			shop := servicetest.New(t)
			keptRecord, mergedRecord := claimant(t, shop, c.keptClaim), claimant(t, shop, c.mergedClaim)
			open := func(customer loyalty.Customer) {
				request := service.OpeningRequest{CustomerID: customer.ID, Stamps: 7, Key: shop.Key()}
				if _, err := shop.Cases.Adjustments.RecordOpening(t.Context(), shop.Admin, request); err != nil {
					t.Fatal(err)
				}
			}
			if c.opening {
				open(mergedRecord)
			}
			merge, err := shop.Cases.Merges.Merge(t.Context(), shop.Admin, keptRecord.ID, mergedRecord.ID)
			if err != nil {
				t.Fatal(err)
			}
			if claim := claimOf(t, shop, keptRecord); claim != c.jointClaim || merge.Progress.ClaimedStamps != claim {
				t.Errorf("after the merge the claim is %d (%d in its response), want %d", claim, merge.Progress.ClaimedStamps, c.jointClaim)
			}
			if c.confirm {
				open(keptRecord)
			}
			if err := shop.Cases.Merges.Undo(t.Context(), shop.Admin, merge.MergeID); err != nil {
				t.Fatal(err)
			}
			if k, m := claimOf(t, shop, keptRecord), claimOf(t, shop, mergedRecord); k != c.keptEnd || m != c.mergeEnd {
				t.Errorf("after the undo the claims are %d and %d, want %d and %d", k, m, c.keptEnd, c.mergeEnd)
			}
			shop.MustHoldInvariants(t)
		})
	}
}
