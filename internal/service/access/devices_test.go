package access_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

func TestDeviceCode_Valid_WorksOnceForTenMinutes(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	newDevice, err := shop.Cases.Devices.Add(t.Context(), shop.Owner, "  Tablet   caja ")
	if err != nil || newDevice.Name != "Tablet caja" || !newDevice.CodeExpiresAt.Equal(shop.Clock.Now().Add(10*time.Minute)) {
		t.Fatalf("the added device is %+v, %v; want the named device with a code for ten minutes", newDevice, err)
	}
	_, faults := servicetest.RunConcurrently(func(int) (access.EnrolledDevice, error) {
		return shop.Cases.Devices.Enrol(context.Background(), "", newDevice.Code)
	})
	servicetest.MustSucceedOnce(t, faults, loyalty.ErrDeviceCode)
	late, err := shop.Cases.Devices.Add(t.Context(), shop.Owner, "Móvil")
	if err != nil {
		t.Fatal(err)
	}
	shop.Clock.Advance(10 * time.Minute)
	for _, code := range []string{late.Code, "", "nada"} {
		if _, err := shop.Cases.Devices.Enrol(t.Context(), "tablet", code); !errors.Is(err, loyalty.ErrDeviceCode) {
			t.Errorf("the code %q returns %v, want ErrDeviceCode", code, err)
		}
	}
	if names := deviceNames(t, shop); names != "Tablet caja" {
		t.Errorf("the listed devices are %q, want Tablet caja", names)
	}
	if err := shop.Cases.Maintenance.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if rows := shop.Database.Rows(t, "SELECT name FROM devices"); !slices.Equal(rows, []string{"Tablet caja"}) {
		t.Errorf("the stored devices are %v, want only Tablet caja", rows)
	}
}

func deviceNames(t *testing.T, shop *servicetest.Shop) string {
	t.Helper()
	devices, err := shop.Cases.Devices.List(t.Context(), shop.Owner)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, device := range devices {
		names = append(names, device.Name)
	}
	return strings.Join(names, ", ")
}

func TestDevices_CodeAndToken_AreStoredAsHashes(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	device := shop.EnrolDevice("Tablet caja")
	newDevice, err := shop.Cases.Devices.Add(t.Context(), shop.Owner, "Móvil")
	if err != nil {
		t.Fatal(err)
	}
	dump := strings.Join(shop.Database.Dump(t), "\n")
	for _, secret := range []string{device.Token, newDevice.Code} {
		if strings.Contains(dump, secret) {
			t.Errorf("the secret %s is stored as it is", secret)
		}
	}
	foundDevice, known, err := shop.Cases.Devices.Get(t.Context(), device.Token)
	if err != nil || !known || foundDevice.ID != device.ID || foundDevice.BusinessID != shop.Business.ID {
		t.Errorf("the token belongs to %+v, known = %t, %v; want %s", foundDevice, known, err, device.ID)
	}
	if _, known, err := shop.Cases.Devices.Get(t.Context(), newDevice.Code); known || err != nil {
		t.Errorf("a code is accepted as a token: %t, %v", known, err)
	}
}

func TestDevices_OtherBusiness_CannotRenameOrRevoke(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	other := shop.Town.Shop(t)
	device := shop.EnrolDevice("Tablet caja")
	for _, name := range []string{"", "   ", strings.Repeat("a", 61), "a\x00b"} {
		if _, err := shop.Cases.Devices.Rename(t.Context(), shop.Owner, device.ID, name); !errors.Is(err, loyalty.ErrValidation) {
			t.Errorf("the name %q: %v, want ErrValidation", name, err)
		}
	}
	if _, err := shop.Cases.Devices.Rename(t.Context(), other.Owner, device.ID, "Mío"); !errors.Is(err, loyalty.ErrDeviceNotFound) {
		t.Errorf("another owner who renames the device gets %v, want ErrDeviceNotFound", err)
	}
	if _, err := shop.Cases.Devices.Revoke(t.Context(), other.Owner, device.ID); !errors.Is(err, loyalty.ErrDeviceNotFound) {
		t.Errorf("another owner who revokes the device gets %v, want ErrDeviceNotFound", err)
	}
	if _, err := shop.Cases.Devices.Rename(t.Context(), shop.Owner, device.ID, "Barra"); err != nil {
		t.Fatal(err)
	}
	if mine, theirs := deviceNames(t, shop), deviceNames(t, other); mine != "Barra" || theirs != "" {
		t.Errorf("the devices of this and the other business are %q and %q, want only Barra in the first", mine, theirs)
	}
	shop.RevokeDevice(device)
	first := shop.Clock.Now()
	shop.Clock.Advance(time.Hour)
	again, err := shop.Cases.Devices.Revoke(t.Context(), shop.Owner, device.ID)
	if err != nil || !again.RevokedAt.Equal(first) {
		t.Errorf("revoking again gives %+v, %v; want the first time of revocation", again, err)
	}
	if deviceNames(t, shop) != "Barra" {
		t.Error("a recently revoked device is not listed")
	}
	shop.Clock.Advance(31 * 24 * time.Hour)
	if names := deviceNames(t, shop); names != "" {
		t.Errorf("a month later the listed devices are %q, want none", names)
	}
}

func TestDeviceContacts_ManyCalls_AreWrittenInOneBatch(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	tablet, phone := shop.EnrolDevice("Tablet"), shop.EnrolDevice("Móvil")
	before := shop.Database.Dump(t)
	shop.Clock.Advance(time.Hour)
	since := shop.Clock.Now().Add(-time.Minute)
	shop.Cases.Devices.RecordContact(tablet.Device, loyalty.Contact{Waiting: 1})
	shop.Cases.Devices.RecordContact(tablet.Device, loyalty.Contact{AppVersion: "2", Waiting: 3, WaitingSince: since})
	shop.Cases.Devices.RecordContact(phone.Device, loyalty.Contact{})
	if !slices.Equal(shop.Database.Dump(t), before) {
		t.Error("contacts were written before the batch")
	}
	if err := shop.Cases.Devices.WriteContacts(t.Context()); err != nil {
		t.Fatal(err)
	}
	devices, err := shop.Cases.Devices.List(t.Context(), shop.Owner)
	if err != nil || len(devices) != 2 {
		t.Fatalf("the devices are %+v, %v; want 2", devices, err)
	}
	want := loyalty.Contact{At: shop.Clock.Now(), AppVersion: "2", Waiting: 3, WaitingSince: since}
	if devices[1].Contact != want || devices[0].Contact != (loyalty.Contact{At: shop.Clock.Now()}) {
		t.Errorf("the contacts are %+v and %+v, want both reports", devices[0].Contact, devices[1].Contact)
	}
	shop.Clock.Advance(-time.Minute)
	shop.Cases.Devices.RecordContact(tablet.Device, loyalty.Contact{})
	if err := shop.Cases.Devices.WriteContacts(t.Context()); err != nil {
		t.Fatal(err)
	}
	if devices, err = shop.Cases.Devices.List(t.Context(), shop.Owner); err != nil || devices[1].Contact != want {
		t.Errorf("an earlier contact replaced a later one: %+v, %v", devices[1].Contact, err)
	}
}

func TestVisit_FromADevice_NamesTheDevice(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	device, ana := shop.EnrolDevice("Tablet caja"), shop.Customer("Ana")
	actor := shop.Barber
	actor.DeviceID = device.ID
	if _, err := shop.Cases.Visits.Register(t.Context(), actor, service.VisitRequest{CustomerID: ana.ID}); err != nil {
		t.Fatal(err)
	}
	visits, err := shop.Cases.Visits.List(t.Context(), shop.Owner, ana.ID, usecase.ListRequest{Limit: 1})
	if err != nil || visits.Items[0].DeviceName != "Tablet caja" {
		t.Errorf("the listed visits are %+v, %v; want the device Tablet caja", visits, err)
	}
	shop.MustHoldInvariants(t)
}
