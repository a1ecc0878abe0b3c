package service

import (
	"fmt"
	"slices"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// isMinor reports whether a customer is a minor today. Of most it is known without
// asking which day it is at the business.
func (c *Customers) isMinor(tx *store.Tx, customer loyalty.Customer) (bool, error) {
	if !customer.MayBeMinor(c.base.Now()) {
		return false, nil
	}
	business, err := tx.Business().Get()
	return err == nil && customer.IsMinor(business.DayOf(c.base.Now())), err
}

// guardianOf returns who consented for a customer who is a minor, and nothing
// for anybody else.
func (c *Customers) guardianOf(tx *store.Tx, customer loyalty.Customer) (string, error) {
	minor, err := c.isMinor(tx, customer)
	if err != nil || !minor {
		return "", err
	}
	consents, err := tx.Consents().Of(customer.ID)
	if at := slices.IndexFunc(consents, isGuardianConsent); at >= 0 {
		return consents[at].GivenBy, err
	}
	return "", err
}

func isGuardianConsent(said loyalty.Consent) bool {
	return said.Kind == loyalty.ConsentPrivacy && said.Granted && said.GivenBy != ""
}

// protectMinor records, when a customer turns out to be a minor, that her
// guardian consents, and withdraws a consent to promotions. What stands already
// is not recorded again.
func (c *Customers) protectMinor(tx *store.Tx, customer loyalty.Customer, form loyalty.ConsentForm) error {
	minor, err := c.isMinor(tx, customer)
	if err != nil || !minor {
		return err
	}
	consents, err := tx.Consents().Of(customer.ID)
	if err != nil {
		return err
	}
	if customer.Guardian != "" && !slices.ContainsFunc(consents, isGuardianConsent) {
		said := loyalty.Consent{
			CustomerID: customer.ID, Kind: loyalty.ConsentPrivacy, Granted: true, Form: form, GivenBy: customer.Guardian,
		}
		if err := c.base.RecordConsent(tx, said); err != nil {
			return fmt.Errorf("recording the consent of a guardian: %w", err)
		}
	}
	if promoted, _ := loyalty.LatestConsent(consents, loyalty.ConsentPromotions); !promoted.Granted {
		return nil
	}
	return c.base.RecordConsent(tx, loyalty.Consent{CustomerID: customer.ID, Kind: loyalty.ConsentPromotions, Form: form})
}

// refuseMinor keeps a minor from accepting promotions.
func (c *Customers) refuseMinor(tx *store.Tx, customer loyalty.Customer) error {
	minor, err := c.isMinor(tx, customer)
	if err == nil && minor {
		err = loyalty.InvalidField("granted", "A los menores de 14 años no se les envían promociones.")
	}
	return err
}

// consentFormOf is the form on which a customer's data were changed.
func consentFormOf(changes loyalty.CustomerChanges) loyalty.ConsentForm {
	if changes.ByCustomer {
		return loyalty.FormPortal
	}
	return loyalty.FormStaff
}
