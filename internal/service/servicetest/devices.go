package servicetest

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/usecase"
)

// EnrolDevice adds a device and enrols a browser.
func (shop *Shop) EnrolDevice(name string) access.EnrolledDevice {
	shop.T.Helper()
	newDevice, err := shop.Cases.Devices.Add(context.Background(), shop.Owner, name)
	if err != nil {
		shop.T.Fatalf("naming device %s: %v", name, err)
	}
	device, err := shop.Cases.Devices.Enrol(context.Background(), "", newDevice.Code)
	if err != nil {
		shop.T.Fatalf("enrolling device %s: %v", name, err)
	}
	return device
}

// RevokeDevice revokes a device of the shop.
func (shop *Shop) RevokeDevice(device access.EnrolledDevice) {
	shop.T.Helper()
	if _, err := shop.Cases.Devices.Revoke(context.Background(), shop.Owner, device.ID); err != nil {
		shop.T.Fatalf("revoking device %s: %v", device.Name, err)
	}
}

// ScannedVisit returns a visit that is scanned and sent now, by a correct clock.
func (shop *Shop) ScannedVisit(customer loyalty.Customer) service.HandoverVisit {
	now := shop.Clock.Now()
	return service.HandoverVisit{Name: customer.Name, ScannedBy: shop.Staff[loyalty.Barber].Email, VisitRequest: service.VisitRequest{
		CustomerID: customer.ID, Key: shop.Key(), Times: loyalty.VisitTimes{ScannedAt: now, SentAt: now},
	}}
}

// HandOver hands over a revoked device's visits.
func (shop *Shop) HandOver(device access.EnrolledDevice, visits ...service.HandoverVisit) {
	shop.T.Helper()
	for i := range visits {
		visits[i].Times.SentAt = shop.Clock.Now()
	}
	keys, err := shop.Cases.Handovers.Receive(context.Background(), device.Token, visits)
	if err != nil || len(keys) != len(visits) {
		shop.T.Fatalf("handing over %d visits: %d taken, %v", len(visits), len(keys), err)
	}
}

// HandoverVisits returns the visits handed over, in order.
func (shop *Shop) HandoverVisits(deviceID string) []loyalty.HandoverVisit {
	shop.T.Helper()
	devices, err := shop.Cases.Devices.List(context.Background(), shop.Owner)
	if err != nil {
		shop.T.Fatalf("listing devices: %v", err)
	}
	var handovers []loyalty.HandoverVisit
	for _, device := range devices {
		for _, visit := range device.HandoverVisits {
			if device.ID == deviceID {
				handovers = append(handovers, visit.HandoverVisit)
			}
		}
	}
	return handovers
}

// ActorOnDevice returns the actor on a named device.
func (shop *Shop) ActorOnDevice(device access.EnrolledDevice, actor usecase.Actor) usecase.Actor {
	actor.DeviceID = device.ID
	return actor
}

// WaitingVisits returns waiting and decided visits, in order.
func (shop *Shop) WaitingVisits() []loyalty.HandoverVisit {
	shop.T.Helper()
	handovers, err := shop.Cases.Handovers.ListWaiting(context.Background(), shop.Owner)
	if err != nil {
		shop.T.Fatalf("listing the visits that wait: %v", err)
	}
	var waiting []loyalty.HandoverVisit
	for _, visit := range handovers {
		waiting = append(waiting, visit.HandoverVisit)
	}
	return waiting
}
