package service_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

func newUsualShop(t *testing.T) *servicetest.Shop {
	t.Helper()
	shop := servicetest.New(t)
	shop.EnableUsual(true)
	return shop
}

func pictureOf(shop *servicetest.Shop, customer loyalty.Customer, grey uint8) service.UsualPictureRequest {
	return service.UsualPictureRequest{CustomerID: customer.ID, Upload: shop.Photo(grey)}
}

func mustHaveUsual(t *testing.T, shop *servicetest.Shop, customer loyalty.Customer, note string, pictures int) {
	t.Helper()
	notes := shop.Database.Rows(t, "SELECT coalesce(usual_note, '') FROM customers WHERE id = '"+customer.ID+"'")
	pictureIDs := shop.Database.Rows(t, "SELECT id FROM usual_pictures WHERE customer_id = '"+customer.ID+"'")
	if !slices.Equal(notes, []string{note}) || len(pictureIDs) != pictures {
		t.Errorf("%s has the note %q and %d pictures, want %q and %d", customer.Name, notes, len(pictureIDs), note, pictures)
	}
}

func TestUsual_SwitchedOff_RefusesEverything(t *testing.T) {
	t.Parallel()
	shop := newUsualShop(t)
	ana := shop.Customer("Ana")
	first := shop.KeepUsual(ana, "Degradado al 1", 1)
	shop.EnableUsual(false)
	ctx, usuals := t.Context(), shop.Cases.Usuals
	calls := map[string]func() error{
		"reading the usual": func() error { _, err := usuals.Of(ctx, shop.Owner, ana.ID); return err },
		"reading a picture": func() error { _, err := usuals.Picture(ctx, shop.Owner, ana.ID, first.Pictures[0].ID); return err },
		"writing a note": func() error {
			_, err := usuals.ChangeNote(ctx, shop.Owner, service.UsualNoteRequest{CustomerID: ana.ID, Note: "x"})
			return err
		},
		"adding a picture": func() error { _, err := usuals.AddPicture(ctx, shop.Owner, pictureOf(shop, ana, 9)); return err },
		"removing a picture": func() error {
			_, err := usuals.RemovePicture(ctx, shop.Owner, ana.ID, first.Pictures[0].ID)
			return err
		},
		"consenting at the counter": func() error {
			_, err := usuals.SetConsent(ctx, shop.Owner, ana.ID, loyalty.UsualPermission{Granted: true})
			return err
		},
		"reading the own usual": func() error { _, err := usuals.Own(ctx, servicetest.PortalUser(shop, ana)); return err },
		"reading an own picture": func() error {
			_, err := usuals.OwnPicture(ctx, servicetest.PortalUser(shop, ana), first.Pictures[0].ID)
			return err
		},
		"consenting in the portal": func() error { return usuals.SetOwn(ctx, servicetest.PortalUser(shop, ana), true) },
	}
	for name, call := range calls {
		if err := call(); !errors.Is(err, loyalty.ErrUsualDisabled) {
			t.Errorf("%s returns %v, want ErrUsualDisabled", name, err)
		}
	}
	mustHaveUsual(t, shop, ana, "Degradado al 1", 1)
	if _, err := usuals.SetConsent(ctx, shop.Owner, ana.ID, loyalty.UsualPermission{}); err != nil {
		t.Fatalf("withdrawing the consent while the usual is off: %v", err)
	}
	mustHaveUsual(t, shop, ana, "", 0)
}

func TestUsual_WithoutConsent_StoresNothing(t *testing.T) {
	t.Parallel()
	shop := newUsualShop(t)
	ana := shop.Customer("Ana")
	for name, permission := range map[string]*loyalty.UsualPermission{"no answer about consent": nil, "a refused consent": {}} {
		_, err := shop.Cases.Usuals.ChangeNote(t.Context(), shop.Barber, service.UsualNoteRequest{CustomerID: ana.ID, Note: "Al 1", Permission: permission})
		if !errors.Is(err, loyalty.ErrUsualWithoutConsent) {
			t.Errorf("a note with %s returns %v, want ErrUsualWithoutConsent", name, err)
		}
		request := pictureOf(shop, ana, 9)
		request.Permission = permission
		if _, err := shop.Cases.Usuals.AddPicture(t.Context(), shop.Barber, request); !errors.Is(err, loyalty.ErrUsualWithoutConsent) {
			t.Errorf("a picture with %s returns %v, want ErrUsualWithoutConsent", name, err)
		}
	}
	mustHaveUsual(t, shop, ana, "", 0)
	if consents := servicetest.GrantedConsents(t, shop, ana); len(consents) > 0 {
		t.Errorf("consents were recorded: %v, want none", consents)
	}
}

func TestUsual_Consent_IsRecordedWithTheFirstPicture(t *testing.T) {
	t.Parallel()
	shop := newUsualShop(t)
	ana := shop.Customer("Ana")
	request := pictureOf(shop, ana, 9)
	request.Permission = servicetest.Permission()
	usual, err := shop.Cases.Usuals.AddPicture(t.Context(), shop.Barber, request)
	if err != nil {
		t.Fatal(err)
	}
	if !usual.Consent.Granted || usual.Consent.Form != loyalty.FormStaff || usual.Consent.At != shop.Clock.Now() || len(usual.Pictures) != 1 {
		t.Errorf("the usual is %+v; want the consent at the counter, and one picture", usual)
	}
	trail := shop.Database.Rows(t, fmt.Sprintf("SELECT action || ' ' || detail FROM audit_events WHERE subject_id = '%s' AND actor_id = '%s' ORDER BY action", ana.ID, shop.Barber.UserID))
	if want := []string{"consent.changed USUAL", "usual.picture-added " + usual.Pictures[0].ID}; !slices.Equal(trail, want) {
		t.Errorf("the trail has %q, want %q", trail, want)
	}
	shop.MustHoldInvariants(t)
}

func TestUsual_Withdrawal_DeletesNoteAndPictures(t *testing.T) {
	t.Parallel()
	shop := newUsualShop(t)
	attempts := map[string]func(ana loyalty.Customer) error{
		"at the counter": func(ana loyalty.Customer) error {
			_, err := shop.Cases.Usuals.SetConsent(t.Context(), shop.Barber, ana.ID, loyalty.UsualPermission{})
			return err
		},
		"in the portal": func(ana loyalty.Customer) error {
			return shop.Cases.Usuals.SetOwn(t.Context(), servicetest.PortalUser(shop, ana), false)
		},
		"with the erasure": func(ana loyalty.Customer) error {
			return shop.Cases.SelfService.RequestErasure(t.Context(), servicetest.PortalUser(shop, ana))
		},
	}
	for name, withdraw := range attempts {
		t.Run(name, func(t *testing.T) {
			ana := shop.Customer("Ana " + name)
			shop.KeepUsual(ana, "Al 1", 2)
			if err := withdraw(ana); err != nil {
				t.Fatal(err)
			}
			mustHaveUsual(t, shop, ana, "", 0)
			if consents := servicetest.GrantedConsents(t, shop, ana); len(consents) > 0 {
				t.Errorf("the consent must be withdrawn, but the customer accepts %v", consents)
			}
			shop.MustHoldInvariants(t)
		})
	}
}

func TestUsual_ArchivedCustomer_IsHiddenAndErasedInTime(t *testing.T) {
	t.Parallel()
	shop := newUsualShop(t)
	ana := shop.Customer("Ana")
	picture := shop.KeepUsual(ana, "Al 1", 1).Pictures[0].ID
	if err := shop.Cases.Customers.Archive(t.Context(), shop.Owner, ana.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := shop.Cases.Usuals.Picture(t.Context(), shop.Owner, ana.ID, picture); !errors.Is(err, loyalty.ErrCustomerNotFound) {
		t.Errorf("an archived customer's picture returns %v, want ErrCustomerNotFound", err)
	}
	mustHaveUsual(t, shop, ana, "Al 1", 1)
	shop.Clock.Set(shop.Clock.Now().AddDate(3, 0, 1))
	if err := shop.Cases.Maintenance.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	mustHaveUsual(t, shop, ana, "", 0)
	shop.MustHoldInvariants(t)
}

func TestUsual_RepeatedUpload_AddsOnePicture(t *testing.T) {
	t.Parallel()
	shop := newUsualShop(t)
	ana := shop.Customer("Ana")
	request := pictureOf(shop, ana, 9)
	request.Permission, request.Key = servicetest.Permission(), "photo-1"
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			usual, err := shop.Cases.Usuals.AddPicture(context.Background(), shop.Barber, request)
			if err != nil || len(usual.Pictures) != 1 {
				t.Errorf("the usual is %+v, %v; want one picture", usual, err)
			}
		})
	}
	wait.Wait()
	mustHaveUsual(t, shop, ana, "", 1)
	other := request
	other.Upload = shop.Photo(200)
	if _, err := shop.Cases.Usuals.AddPicture(t.Context(), shop.Barber, other); !errors.Is(err, loyalty.ErrIdempotencyMismatch) {
		t.Errorf("another picture with the same key returns %v, want ErrIdempotencyMismatch", err)
	}
}

func TestUsual_ConcurrentUploads_KeepTheLimit(t *testing.T) {
	t.Parallel()
	shop := newUsualShop(t)
	ana := shop.Customer("Ana")
	shop.KeepUsual(ana, "", 1)
	var wait sync.WaitGroup
	for i := range 5 {
		wait.Go(func() {
			request := pictureOf(shop, ana, uint8(20*i))
			request.Key = usecase.IdempotencyKey(fmt.Sprint("photo-", i))
			if _, err := shop.Cases.Usuals.AddPicture(context.Background(), shop.Barber, request); err != nil && !errors.Is(err, loyalty.ErrUsualFull) {
				t.Errorf("picture %d: %v; want no error or ErrUsualFull", i, err)
			}
		})
	}
	wait.Wait()
	mustHaveUsual(t, shop, ana, "", loyalty.MaxUsualPictures)
	shop.MustHoldInvariants(t)
}

func TestUsual_StaleNote_ChangesNothing(t *testing.T) {
	t.Parallel()
	shop := newUsualShop(t)
	ana := shop.Customer("Ana")
	usual := shop.KeepUsual(ana, "Al 1", 0)
	for i, note := range []string{"Al 2", "Al 3"} {
		_, err := shop.Cases.Usuals.ChangeNote(t.Context(), shop.Barber, service.UsualNoteRequest{CustomerID: ana.ID, Note: note, Version: usual.Version})
		if stale := errors.Is(err, loyalty.ErrUsualChanged); stale != (i == 1) {
			t.Errorf("note %d returns %v, want ErrUsualChanged for the second only", i, err)
		}
	}
	mustHaveUsual(t, shop, ana, "Al 2", 0)
	long := service.UsualNoteRequest{CustomerID: ana.ID, Note: fmt.Sprintf("%0161d", 0)}
	if _, err := shop.Cases.Usuals.ChangeNote(t.Context(), shop.Barber, long); !errors.Is(err, loyalty.ErrValidation) {
		t.Errorf("a note of 161 characters returns %v, want ErrValidation", err)
	}
	if note := shop.Database.Rows(t, "SELECT version FROM customers WHERE id = '"+ana.ID+"'"); !slices.Equal(note, []string{"1"}) {
		t.Errorf("the record's version is %v, want 1: a note must not make an open form stale", note)
	}
}

func TestUsual_OtherBusiness_SeesNothing(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	shop, other := town.Shop(t), town.Shop(t)
	shop.EnableUsual(true)
	other.EnableUsual(true)
	ana := shop.Customer("Ana")
	picture := shop.KeepUsual(ana, "Al 1", 1).Pictures[0].ID
	ctx, usuals := t.Context(), town.Cases.Usuals
	calls := map[string]func() error{
		"reading the usual":  func() error { _, err := usuals.Of(ctx, other.Owner, ana.ID); return err },
		"reading a picture":  func() error { _, err := usuals.Picture(ctx, other.Owner, ana.ID, picture); return err },
		"adding a picture":   func() error { _, err := usuals.AddPicture(ctx, other.Owner, pictureOf(other, ana, 9)); return err },
		"removing a picture": func() error { _, err := usuals.RemovePicture(ctx, other.Owner, ana.ID, picture); return err },
		"writing a note": func() error {
			_, err := usuals.ChangeNote(ctx, other.Owner, service.UsualNoteRequest{CustomerID: ana.ID, Note: "x"})
			return err
		},
		"changing the consent": func() error {
			_, err := usuals.SetConsent(ctx, other.Owner, ana.ID, loyalty.UsualPermission{})
			return err
		},
	}
	for name, call := range calls {
		if err := call(); !errors.Is(err, loyalty.ErrCustomerNotFound) {
			t.Errorf("%s returns %v, want ErrCustomerNotFound", name, err)
		}
	}
	berta := shop.Customer("Berta")
	if _, err := usuals.Picture(ctx, shop.Owner, berta.ID, picture); !errors.Is(err, loyalty.ErrUsualPictureNotFound) {
		t.Errorf("the picture of another customer returns %v, want ErrUsualPictureNotFound", err)
	}
	mustHaveUsual(t, shop, ana, "Al 1", 1)
}

func TestUsual_Minor_NeedsTheGuardian(t *testing.T) {
	t.Parallel()
	shop := newUsualShop(t)
	guardian := shop.Customer("Eva")
	leo := servicetest.ChildOf(t, shop, guardian, "Leo")
	alone := service.UsualNoteRequest{CustomerID: leo.ID, Note: "Al 1", Permission: &loyalty.UsualPermission{Granted: true}}
	if _, err := shop.Cases.Usuals.ChangeNote(t.Context(), shop.Barber, alone); !errors.Is(err, loyalty.ErrValidation) {
		t.Errorf("a minor's own consent returns %v, want ErrValidation", err)
	}
	mustHaveUsual(t, shop, leo, "", 0)
	if usual := shop.KeepUsual(leo, "Al 1", 1); usual.Consent.GivenBy != guardian.Name || !usual.IsMinor {
		t.Errorf("the guardian's consent is %+v; want the guardian's name, for a minor", usual.Consent)
	}
	if err := shop.Cases.Usuals.SetOwn(t.Context(), servicetest.PortalUser(shop, leo), false); err != nil {
		t.Fatal(err)
	}
	mustHaveUsual(t, shop, leo, "", 0)
	if err := shop.Cases.Usuals.SetOwn(t.Context(), servicetest.PortalUser(shop, leo), true); err != nil {
		t.Fatalf("the guardian's consent in the portal is refused: %v", err)
	}
	// A customer who turns out to be a minor gave no valid consent.
	nina := shop.Customer("Nina")
	shop.KeepUsual(nina, "Flequillo", 1)
	shop.Change(nina, loyalty.CustomerChanges{
		Birthday: loyalty.Change{Sent: true, Value: "2018-05-17"}, Guardian: loyalty.Guardian{Name: "Eva", Consents: true},
	})
	mustHaveUsual(t, shop, nina, "", 0)
	if err := shop.Cases.Usuals.SetOwn(t.Context(), servicetest.PortalUser(shop, nina), true); !errors.Is(err, loyalty.ErrUsualOwnConsent) {
		t.Errorf("the consent of a minor with an own phone returns %v, want ErrUsualOwnConsent", err)
	}
	shop.MustHoldInvariants(t)
}

func TestUsual_UnverifiedSession_SeesNothing(t *testing.T) {
	t.Parallel()
	shop := newUsualShop(t)
	ana := shop.Customer("Ana")
	picture := shop.KeepUsual(ana, "Al 1", 1).Pictures[0].ID
	user := servicetest.PortalUser(shop, ana)
	user.Unverified = true
	if _, err := shop.Cases.Usuals.Own(t.Context(), user); !errors.Is(err, loyalty.ErrPhoneUnverified) {
		t.Errorf("reading the usual returns %v, want ErrPhoneUnverified", err)
	}
	if _, err := shop.Cases.Usuals.OwnPicture(t.Context(), user, picture); !errors.Is(err, loyalty.ErrPhoneUnverified) {
		t.Errorf("reading the picture returns %v, want ErrPhoneUnverified", err)
	}
	data, err := shop.Cases.SelfService.Data(t.Context(), user)
	if err != nil || data.Usual.Note != "" || len(data.Usual.Pictures) > 0 {
		t.Errorf("the data have %+v, %v; want no Note and no Pictures", data.Usual, err)
	}
}

type mergeCase struct {
	keptNote, mergedNote string // the note; empty: was not asked; "no": refused
	keptPics, mergedPics int
	note                 string
	pictures             int
}

func (shop usualMerge) keep(customer loyalty.Customer, note string, pictures int) {
	switch note {
	case "":
	case "no":
		shop.KeepUsual(customer, "", 0)
		if _, err := shop.Cases.Usuals.SetConsent(context.Background(), shop.Barber, customer.ID, loyalty.UsualPermission{}); err != nil {
			shop.T.Fatalf("withdrawing: %v", err)
		}
	default:
		shop.KeepUsual(customer, note, pictures)
	}
}

type usualMerge struct{ *servicetest.Shop }

func TestUsual_Merge_MovesItAndUndoReturnsIt(t *testing.T) {
	t.Parallel()
	shop := usualMerge{newUsualShop(t)}
	for name, c := range map[string]mergeCase{
		"only the merged record has a usual":   {"", "Al 1", 0, 2, "Al 1", 2},
		"both together have too many pictures": {"Al 2", "Al 1", 2, 3, "Al 2", 3},
		"the kept record refused":              {"no", "Al 1", 0, 2, "", 0},
		"the merged record refused":            {"Al 2", "no", 2, 0, "", 0},
		"neither record was asked":             {"", "", 0, 0, "", 0},
		"both have a note":                     {"Al 2", "Al 1", 0, 0, "Al 2", 0},
	} {
		t.Run(name, func(t *testing.T) {
			keptRecord, mergedRecord := shop.Customer("Ana "+name), shop.Customer("Anita "+name)
			shop.keep(keptRecord, c.keptNote, c.keptPics)
			shop.keep(mergedRecord, c.mergedNote, c.mergedPics)
			merge, err := shop.Cases.Merges.Merge(t.Context(), shop.Owner, keptRecord.ID, mergedRecord.ID)
			if err != nil {
				t.Fatal(err)
			}
			mustHaveUsual(t, shop.Shop, keptRecord, c.note, c.pictures)
			shop.MustHoldInvariants(t)
			if err := shop.Cases.Merges.Undo(t.Context(), shop.Owner, merge.MergeID); err != nil {
				t.Fatal(err)
			}
			notes := map[string]string{"no": "", "": "", "Al 1": "Al 1", "Al 2": "Al 2"}
			mustHaveUsual(t, shop.Shop, keptRecord, notes[c.keptNote], c.keptPics)
			mustHaveUsual(t, shop.Shop, mergedRecord, notes[c.mergedNote], c.mergedPics)
			shop.MustHoldInvariants(t)
		})
	}
}

func TestUsual_WithdrawalAfterMerge_LeavesNothingToReturn(t *testing.T) {
	t.Parallel()
	shop := usualMerge{newUsualShop(t)}
	keptRecord, mergedRecord := shop.Customer("Ana"), shop.Customer("Anita")
	shop.keep(keptRecord, "no", 0)
	shop.keep(mergedRecord, "Al 1", 3)
	merge, err := shop.Cases.Merges.Merge(t.Context(), shop.Owner, keptRecord.ID, mergedRecord.ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := shop.Cases.Usuals.SetOwn(t.Context(), servicetest.PortalUser(shop.Shop, keptRecord), false); err != nil {
		t.Fatal(err)
	}
	mustHaveUsual(t, shop.Shop, mergedRecord, "", 0)
	if err := shop.Cases.Merges.Undo(t.Context(), shop.Owner, merge.MergeID); err != nil {
		t.Fatal(err)
	}
	mustHaveUsual(t, shop.Shop, keptRecord, "", 0)
	mustHaveUsual(t, shop.Shop, mergedRecord, "", 0)
	shop.MustHoldInvariants(t)
}

// The pictures above the limit stay with the merged record, however often its customer was merged since.
func TestUsual_WithdrawalAfterTwoMerges_DeletesAllPictures(t *testing.T) {
	t.Parallel()
	shop := usualMerge{newUsualShop(t)}
	ana, twin, third := shop.Customer("Ana"), shop.Customer("Ana bis"), shop.Customer("Ana tres")
	for _, customer := range []loyalty.Customer{twin, third} {
		shop.keep(customer, "Al 1", 3)
	}
	mergeOf(t, shop.Shop, twin, third)
	mergeOf(t, shop.Shop, ana, twin)
	if err := shop.Cases.Usuals.SetOwn(t.Context(), servicetest.PortalUser(shop.Shop, ana), false); err != nil {
		t.Fatal(err)
	}
	for _, query := range []string{`SELECT id FROM usual_pictures`, `SELECT id FROM customers WHERE usual_note IS NOT NULL`} {
		if remainingIDs := shop.Database.Rows(t, query); len(remainingIDs) > 0 {
			t.Errorf("%s returns %v after the withdrawal, want nothing", query, remainingIDs)
		}
	}
	shop.MustHoldInvariants(t)
}

func TestUsual_PicturesSinceMerge_GoWithTheConsent(t *testing.T) {
	t.Parallel()
	shop := usualMerge{newUsualShop(t)}
	keptRecord, mergedRecord := shop.Customer("Ana"), shop.Customer("Anita")
	shop.keep(mergedRecord, "Al 1", 1)
	merge, err := shop.Cases.Merges.Merge(t.Context(), shop.Owner, keptRecord.ID, mergedRecord.ID)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := shop.Cases.Usuals.AddPicture(t.Context(), shop.Barber, pictureOf(shop.Shop, keptRecord, 200)); err != nil {
		t.Fatal(err)
	}
	if err := shop.Cases.Merges.Undo(t.Context(), shop.Owner, merge.MergeID); err != nil {
		t.Fatal(err)
	}
	mustHaveUsual(t, shop.Shop, keptRecord, "", 0)
	mustHaveUsual(t, shop.Shop, mergedRecord, "Al 1", 1)
	shop.MustHoldInvariants(t)
}
