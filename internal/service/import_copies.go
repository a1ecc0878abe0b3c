package service

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"axioma/internal/archive"
	"axioma/internal/importing"
	"axioma/internal/loyalty"
	"axioma/internal/service/restoring"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// RestoreResult counts restored rows.
type RestoreResult = restoring.Result

// CreateFromCopy imports active customers of an export, a ZIP of size bytes, without visits, rewards of 50 %, families
// and consents. An owed free service becomes a full card. A customer already here, by id, gets no stamps. An unreadable
// export is a Spanish validation error.
func (i *Imports) CreateFromCopy(ctx context.Context, actor usecase.Actor, request ImportRequest, file io.ReaderAt, size int64) (ListedImport, error) {
	business, err := i.base.BusinessByID(ctx, actor.BusinessID)
	if err != nil {
		return ListedImport{}, err
	}
	reader, err := archive.Open(file, size)
	if err != nil {
		return ListedImport{}, err
	}
	customers, err := customersOfCopy(reader, business)
	if err != nil {
		return ListedImport{}, err
	}
	err = i.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error { return customers.countStamps(tx, business) })
	if err != nil {
		return ListedImport{}, err
	}
	// The targets and the customers here decide about the stamps, so the same export may give another file later.
	if request.copyDigest, err = digestOf(file, size); err != nil {
		return ListedImport{}, err
	}
	if request.Data, err = customers.csv(); err != nil {
		return ListedImport{}, err
	}
	if len(request.Data) > importing.MaxBytes {
		return ListedImport{}, archive.Refuse("La copia tiene demasiados datos de clientes. Pide a quien lleva tu servidor que la restaure.")
	}
	return i.Create(ctx, actor, request)
}

func digestOf(file io.ReaderAt, size int64) (string, error) {
	sum := sha256.New()
	if _, err := io.Copy(sum, io.NewSectionReader(file, 0, size)); err != nil {
		return "", fmt.Errorf("reading an export: %w", err)
	}
	return "copy " + hex.EncodeToString(sum.Sum(nil)), nil
}

var copiedFields = []importing.Field{
	importing.FieldName, importing.FieldPhone, importing.FieldEmail, importing.FieldBirthday, importing.FieldNote, importing.FieldStamps,
	importing.FieldLastVisit, importing.FieldConsent,
}

type copiedCustomers struct {
	business    loyalty.Business // with the copy's targets
	order       []string
	byID        map[string]store.RestoredRow
	current     map[string]int64 // stamps of the current card
	services    map[string]int64 // free services owed
	stamps      map[string]int64 // to import
	holders     map[string]string
	acceptedIDs map[string]bool
}

func customersOfCopy(reader *archive.Reader, business loyalty.Business) (copiedCustomers, error) {
	c := copiedCustomers{
		business: business, byID: map[string]store.RestoredRow{}, current: map[string]int64{}, services: map[string]int64{},
		holders: map[string]string{}, acceptedIDs: map[string]bool{},
	}
	tables, err := restoring.TablesOf(reader)
	if err != nil {
		return c, err
	}
	for _, step := range []struct {
		table string
		take  func(store.RestoredRow) error
	}{
		{"businesses", c.takeTargets}, {"customers", c.takeCustomer}, {"cards", c.takeCard}, {"rewards", c.takeReward}, {"consents", c.takeConsent},
	} {
		if err := tables.Rows(step.table, step.take); err != nil {
			return c, err
		}
	}
	return c, nil
}

func (c *copiedCustomers) countStamps(tx *store.Tx, business loyalty.Business) error {
	c.stamps = map[string]int64{}
	knownCustomers, err := store.ImportsIn(tx).KnownCustomers(c.order)
	if err != nil {
		return err
	}
	for _, id := range c.order {
		if knownCustomers[id] {
			continue
		}
		c.stamps[id] = c.current[id]
		if c.services[id] > 0 {
			target, err := importedTarget(tx, business, c.byID[id].Text("phone"))
			if err != nil {
				return err
			}
			c.stamps[id] += c.services[id] * target
		}
	}
	return nil
}

func importedTarget(tx *store.Tx, business loyalty.Business, phone string) (int64, error) {
	holder, err := tx.Customers().ByPhone(phone)
	if errors.Is(err, loyalty.ErrCustomerNotFound) {
		return business.IndividualTerms(importedTag).Target, nil
	}
	return nextTerms(business, holder).Target, err
}

func (c *copiedCustomers) takeTargets(row store.RestoredRow) error {
	target, _ := row["visit_target"].(int64)
	vip, _ := row["vip_visit_target"].(int64)
	if target < 1 || vip < 1 {
		return archive.Refuse("businesses.jsonl tiene un valor que no vale en «visit_target».")
	}
	c.business.VisitTarget, c.business.VIPVisitTarget = target, vip
	return nil
}

func (c *copiedCustomers) takeCustomer(row store.RestoredRow) error {
	if row["archived_at"] != nil || row["merged_into"] != nil {
		return nil
	}
	if len(c.order) == importing.MaxRows {
		return archive.Refuse("La copia tiene más de %d clientes. Pide a quien lleva tu servidor que la restaure.", importing.MaxRows)
	}
	c.order = append(c.order, row.Text("id"))
	c.byID[row.Text("id")] = row
	return nil
}

func (c *copiedCustomers) targetOf(customer store.RestoredRow) int64 {
	return c.business.IndividualTerms(loyalty.Tag(customer.Text("tag"))).Target
}

func (c *copiedCustomers) takeCard(row store.RestoredRow) error {
	id := row.Text("customer_id")
	customer, isActive := c.byID[id]
	if !isActive {
		return nil
	}
	stamps, _ := row["stamps"].(int64)
	c.current[id] = stamps % c.targetOf(customer)
	c.holders[row.Text("id")] = id
	return nil
}

func (c *copiedCustomers) takeReward(row store.RestoredRow) error {
	id, isOwn := c.holders[row.Text("card_id")]
	if isOwn && row.Text("status") == string(loyalty.RewardPending) && row.Text("kind") == string(loyalty.RewardFree) {
		c.services[id]++
	}
	return nil
}

func (c *copiedCustomers) takeConsent(row store.RestoredRow) error {
	granted, _ := row["granted"].(bool)
	if row["replaced_at"] == nil && granted && row.Text("kind") == string(loyalty.ConsentPromotions) {
		c.acceptedIDs[row.Text("customer_id")] = true
	}
	return nil
}

func (c *copiedCustomers) csv() ([]byte, error) {
	var out bytes.Buffer
	sheet := csv.NewWriter(&out)
	sheet.Comma = ';'
	header := make([]string, len(copiedFields))
	for at, field := range copiedFields {
		header[at] = importing.HeaderOf(field)
	}
	rows := [][]string{header}
	for _, id := range c.order {
		rows = append(rows, c.row(id))
	}
	if err := sheet.WriteAll(rows); err != nil {
		return nil, fmt.Errorf("writing the customers of a copy: %w", err)
	}
	return out.Bytes(), nil
}

func (c *copiedCustomers) row(id string) []string {
	row := c.byID[id]
	accepts := ""
	if c.acceptedIDs[id] {
		accepts = "Sí"
	}
	lastVisit := row.Text("imported_visit_day")
	if at, _ := row["last_visit_at"].(int64); at > 0 {
		lastVisit = max(lastVisit, string(c.business.DayOf(time.UnixMilli(at))))
	}
	return []string{
		row.Text("name"), row.Text("phone"), row.Text("email"), row.Text("birthday"), row.Text("notes"), strconv.FormatInt(c.stamps[id], 10), lastVisit, accepts,
	}
}
