package restoring

import (
	"context"
	"encoding/base64"
	"regexp"

	"axioma/internal/archive"
	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// settings are a copy's settings, without the limits of sending, which the operator sets.
type settings struct {
	changes   loyalty.SettingChanges
	logo      []byte
	shortCode string
	marks     loyalty.FirstStepMarks
}

var storedHours = regexp.MustCompile(`^([1-7] \d\d:\d\d-\d\d:\d\d)(,[1-7] \d\d:\d\d-\d\d:\d\d)*$`)

func (l *loader) readSettings(ctx context.Context, actor usecase.Actor) error {
	business, err := l.base.BusinessByID(ctx, actor.BusinessID)
	if err != nil {
		return err
	}
	rows := 0
	err = l.tables.Rows("businesses", func(row store.RestoredRow) (err error) {
		rows++
		l.settings.changes, err = changesOf(row)
		l.settings.shortCode, _ = loyalty.ParseShortCode(row.Text("short_code"))
		l.settings.marks = loyalty.ParseFirstStepMarks(row.Text("first_steps"))
		return err
	})
	if err != nil {
		return err
	}
	if rows != 1 {
		return archive.Refuse("businesses.jsonl tiene que tener un solo negocio.")
	}
	if l.business, err = l.settings.changes.Apply(business); err != nil {
		return archive.Refuse("Los ajustes de la copia no valen: %v", err)
	}
	if err := l.readLogo(ctx); err != nil {
		return err
	}
	return l.store.InPlatform(ctx, func(tx *store.PlatformTx) error { return tx.Businesses().Insert(l.business) })
}

// changesOf returns the settings as an owner's changes, so that the rules for owners apply. Missing settings stay.
func changesOf(row store.RestoredRow) (loyalty.SettingChanges, error) {
	text := func(column string) *string { return value[string](row, column) }
	number := func(column string) *int64 { return value[int64](row, column) }
	yes := func(column string) *bool { return value[bool](row, column) }
	change := func(column string) loyalty.Change { return loyalty.Change{Sent: true, Value: row.Text(column)} }
	hours := loyalty.OpeningHours(row.Text("opening_hours"))
	if hours != "" && !storedHours.MatchString(string(hours)) {
		return loyalty.SettingChanges{}, archive.Refuse("businesses.jsonl tiene un valor que no vale en «opening_hours».")
	}
	openings := hours.Openings()
	return loyalty.SettingChanges{
		Name: text("name"), TimeZone: text("time_zone"), Country: text("country"),
		VisitTarget: number("visit_target"), VIPVisitTarget: number("vip_visit_target"),
		MeanTicket: number("mean_ticket"), ServiceCost: number("service_cost"),
		HalfRewardEnabled: yes("half_reward_enabled"), BarberOpeningBalances: yes("barber_openings"),
		UsualEnabled: yes("usual_enabled"), ServedByEnabled: yes("served_by_enabled"), HoldBack: yes("hold_back"), WelcomeText: change("welcome_text"),
		Legal: loyalty.LegalChanges{Name: change("legal_name"), TaxID: change("tax_id"), Address: change("legal_address"), Email: change("contact_email")},
		Premises: loyalty.PremisesChanges{
			Address: change("premises_address"), Phone: change("premises_phone"), BookingURL: change("booking_url"), Hours: &openings,
		},
		Colour: text("colour"), BirthdayMessages: yes("birthday_messages"), OneMoreMessages: yes("one_more_messages"),
		QuietFrom: text("quiet_from"), QuietTo: text("quiet_to"),
		WeekMail: yes("week_mail"), SecondFactorRequired: yes("second_factor_required"),
	}, nil
}

func value[T any](row store.RestoredRow, column string) *T {
	if cell, ok := row[column].(T); ok {
		return &cell
	}
	return nil
}

// readLogo re-encodes the logo, like an upload.
func (l *loader) readLogo(ctx context.Context) error {
	return l.tables.Rows("logos", func(row store.RestoredRow) error {
		picture, err := base64.StdEncoding.DecodeString(row.Text("picture"))
		if err != nil || l.settings.logo != nil {
			return archive.Refuse("logos.jsonl no tiene una imagen.")
		}
		if l.settings.logo, err = l.logos.Read(ctx, picture); err != nil {
			return archive.Refuse("logos.jsonl no tiene una imagen que valga.")
		}
		return nil
	})
}
