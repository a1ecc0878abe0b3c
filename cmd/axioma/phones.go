package main

import (
	"context"
	"errors"
	"fmt"

	"axioma/internal/config"
	"axioma/internal/store"
)

type phonesCommand struct {
	Duplicates phoneDuplicatesCommand `cmd:"" help:"List customers of one business who share a phone in two forms, or one WhatsApp id."`
}

type phoneDuplicatesCommand struct{ config.Database }

func (s phoneDuplicatesCommand) Run(ctx context.Context, c console) (err error) {
	st, err := store.OpenReadOnly(ctx, storeAt(s.Database))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	var sharedPhones []store.SharedPhone
	err = st.ViewPlatform(ctx, func(tx *store.PlatformTx) error {
		sharedPhones, err = tx.Customers().ListSharedPhones()
		return err
	})
	if err != nil {
		return err
	}
	return printShared(c, sharedPhones)
}

func printShared(c console, sharedPhones []store.SharedPhone) error {
	telephones, last := 0, [2]string{}
	for _, one := range sharedPhones {
		if pair := [2]string{one.BusinessID, one.SharedBy}; pair != last {
			telephones, last = telephones+1, pair
			if _, err := fmt.Fprintf(c.out, "%s has several customers at %s (business %s):\n", one.SharedBy, one.BusinessName, one.BusinessID); err != nil {
				return err
			}
		}
		customer := one.Customer
		_, err := fmt.Fprintf(c.out, "  customer %s, %s, phone %s, since %s, %d visits\n",
			customer.ID, customer.Name, customer.Phone, customer.CreatedAt.Format("2006-01-02"), customer.VisitsCount)
		if err != nil {
			return err
		}
	}
	sentence := "No phone has several customers at one business."
	if telephones > 0 {
		sentence = fmt.Sprintf("Phones with several customers: %d. Merge their records in the app: 'Unir con otra ficha' on the record of one of them.", telephones)
	}
	_, err := fmt.Fprintln(c.out, sentence)
	return err
}
