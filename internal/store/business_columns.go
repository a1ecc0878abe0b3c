package store

import (
	"slices"

	"axioma/internal/loyalty"
)

var sendingRow = columns[loyalty.WhatsAppLimits]{
	{
		name: "wa_enabled", flag: true, edited: true,
		bind: func(l loyalty.WhatsAppLimits) any { return l.Enabled },
		dest: func(l *loyalty.WhatsAppLimits) any { return &l.Enabled },
	},
	{
		name: "wa_from", edited: true,
		bind: func(l loyalty.WhatsAppLimits) any { return text(l.From) },
		dest: func(l *loyalty.WhatsAppLimits) any { return (*optionalText)(&l.From) },
	},
	{
		name: "wa_phone_number_id", edited: true,
		bind: func(l loyalty.WhatsAppLimits) any { return text(l.PhoneNumberID) },
		dest: func(l *loyalty.WhatsAppLimits) any { return (*optionalText)(&l.PhoneNumberID) },
	},
	{
		name: "wa_codes_allowed", flag: true, edited: true,
		bind: func(l loyalty.WhatsAppLimits) any { return l.CodesAllowed },
		dest: func(l *loyalty.WhatsAppLimits) any { return &l.CodesAllowed },
	},
	{
		name: "wa_rate_per_minute", edited: true,
		bind: func(l loyalty.WhatsAppLimits) any { return l.RatePerMinute },
		dest: func(l *loyalty.WhatsAppLimits) any { return &l.RatePerMinute },
	},
	{
		name: "wa_daily_cap", edited: true,
		bind: func(l loyalty.WhatsAppLimits) any { return l.DailyCap },
		dest: func(l *loyalty.WhatsAppLimits) any { return &l.DailyCap },
	},
	{
		name: "wa_monthly_cap", edited: true,
		bind: func(l loyalty.WhatsAppLimits) any { return l.MonthlyCap },
		dest: func(l *loyalty.WhatsAppLimits) any { return &l.MonthlyCap },
	},
	{
		name: "wa_free_credits", edited: true,
		bind: func(l loyalty.WhatsAppLimits) any { return l.FreeCredits },
		dest: func(l *loyalty.WhatsAppLimits) any { return &l.FreeCredits },
	},
}

var businessRow = slices.Concat(columns[loyalty.Business]{
	{
		name: "id",
		bind: func(b loyalty.Business) any { return b.ID },
		dest: func(b *loyalty.Business) any { return &b.ID },
	},
	{
		name: "name", edited: true,
		bind: func(b loyalty.Business) any { return b.Name },
		dest: func(b *loyalty.Business) any { return &b.Name },
	},
	{
		name: "search", edited: true, withheldReason: "derived from the name, for searches",
		bind: func(b loyalty.Business) any { return loyalty.Fold(b.Name) },
	},
	{
		name: "status",
		bind: func(b loyalty.Business) any { return b.Status },
		dest: func(b *loyalty.Business) any { return &b.Status },
	},
	{
		name: "time_zone", edited: true,
		bind: func(b loyalty.Business) any { return b.Zone.String() },
	},
	{
		name: "country", edited: true,
		bind: func(b loyalty.Business) any { return b.Country },
		dest: func(b *loyalty.Business) any { return &b.Country },
	},
	{
		name: "visit_target", edited: true,
		bind: func(b loyalty.Business) any { return b.VisitTarget },
		dest: func(b *loyalty.Business) any { return &b.VisitTarget },
	},
	{
		name: "vip_visit_target", edited: true,
		bind: func(b loyalty.Business) any { return b.VIPVisitTarget },
		dest: func(b *loyalty.Business) any { return &b.VIPVisitTarget },
	},
	{
		name: "half_reward_enabled", flag: true, edited: true,
		bind: func(b loyalty.Business) any { return b.HalfRewardEnabled },
		dest: func(b *loyalty.Business) any { return &b.HalfRewardEnabled },
	},
	{
		name: "barber_openings", flag: true, edited: true,
		bind: func(b loyalty.Business) any { return b.BarberOpeningBalances },
		dest: func(b *loyalty.Business) any { return &b.BarberOpeningBalances },
	},
	{
		name: "usual_enabled", flag: true, edited: true,
		bind: func(b loyalty.Business) any { return b.UsualEnabled },
		dest: func(b *loyalty.Business) any { return &b.UsualEnabled },
	},
	{
		name: "served_by_enabled", flag: true, edited: true,
		bind: func(b loyalty.Business) any { return b.ServedByEnabled },
		dest: func(b *loyalty.Business) any { return &b.ServedByEnabled },
	},
	{
		name: "hold_back", flag: true, edited: true,
		bind: func(b loyalty.Business) any { return b.HoldBack },
		dest: func(b *loyalty.Business) any { return &b.HoldBack },
	},
	{
		name: "mean_ticket", edited: true,
		bind: func(b loyalty.Business) any { return b.MeanTicket },
		dest: func(b *loyalty.Business) any { return &b.MeanTicket },
	},
	{
		name: "service_cost", edited: true,
		bind: func(b loyalty.Business) any { return b.ServiceCost },
		dest: func(b *loyalty.Business) any { return &b.ServiceCost },
	},
	{
		name: "welcome_text", edited: true,
		bind: func(b loyalty.Business) any { return text(b.WelcomeText) },
		dest: func(b *loyalty.Business) any { return (*optionalText)(&b.WelcomeText) },
	},
	{
		name: "legal_name", edited: true,
		bind: func(b loyalty.Business) any { return text(b.Legal.Name) },
		dest: func(b *loyalty.Business) any { return (*optionalText)(&b.Legal.Name) },
	},
	{
		name: "tax_id", edited: true,
		bind: func(b loyalty.Business) any { return text(b.Legal.TaxID) },
		dest: func(b *loyalty.Business) any { return (*optionalText)(&b.Legal.TaxID) },
	},
	{
		name: "legal_address", edited: true,
		bind: func(b loyalty.Business) any { return text(b.Legal.Address) },
		dest: func(b *loyalty.Business) any { return (*optionalText)(&b.Legal.Address) },
	},
	{
		name: "contact_email", edited: true,
		bind: func(b loyalty.Business) any { return text(b.Legal.Email) },
		dest: func(b *loyalty.Business) any { return (*optionalText)(&b.Legal.Email) },
	},
	{
		name: "premises_address", edited: true,
		bind: func(b loyalty.Business) any { return text(b.Premises.Address) },
		dest: func(b *loyalty.Business) any { return (*optionalText)(&b.Premises.Address) },
	},
	{
		name: "premises_phone", edited: true,
		bind: func(b loyalty.Business) any { return text(b.Premises.Phone) },
		dest: func(b *loyalty.Business) any { return (*optionalText)(&b.Premises.Phone) },
	},
	{
		name: "booking_url", edited: true,
		bind: func(b loyalty.Business) any { return text(b.Premises.BookingURL) },
		dest: func(b *loyalty.Business) any { return (*optionalText)(&b.Premises.BookingURL) },
	},
	{
		name: "opening_hours", edited: true,
		bind: func(b loyalty.Business) any { return text(string(b.Premises.Hours)) },
		dest: func(b *loyalty.Business) any { return (*optionalText)(&b.Premises.Hours) },
	},
	{
		name: "colour", edited: true,
		bind: func(b loyalty.Business) any { return text(string(b.Colour)) },
		dest: func(b *loyalty.Business) any { return (*optionalText)(&b.Colour) },
	},
	{
		name: "logo_name", withheldReason: "derived from the logo",
		dest: func(b *loyalty.Business) any { return (*optionalText)(&b.Logo) },
	},
}, ofPart(sendingRow, func(b *loyalty.Business) *loyalty.WhatsAppLimits { return &b.WhatsApp }), columns[loyalty.Business]{
	{
		name: "birthday_messages", flag: true, edited: true,
		bind: func(b loyalty.Business) any { return b.BirthdayMessages },
		dest: func(b *loyalty.Business) any { return &b.BirthdayMessages },
	},
	{
		name: "one_more_messages", flag: true, edited: true,
		bind: func(b loyalty.Business) any { return b.OneMoreMessages },
		dest: func(b *loyalty.Business) any { return &b.OneMoreMessages },
	},
	{
		name: "quiet_from", edited: true,
		bind: func(b loyalty.Business) any { return b.Quiet.From },
		dest: func(b *loyalty.Business) any { return &b.Quiet.From },
	},
	{
		name: "quiet_to", edited: true,
		bind: func(b loyalty.Business) any { return b.Quiet.To },
		dest: func(b *loyalty.Business) any { return &b.Quiet.To },
	},
	{
		name: "week_mail", flag: true, edited: true,
		bind: func(b loyalty.Business) any { return b.WeekMail },
		dest: func(b *loyalty.Business) any { return &b.WeekMail },
	},
	{
		name: "week_phone", edited: true, withheldReason: "a private phone, whose owner has consented to this installation",
		bind: func(b loyalty.Business) any { return text(b.WeekPhone) },
		dest: func(b *loyalty.Business) any { return (*optionalText)(&b.WeekPhone) },
	},
	{
		name: "week_user_id", edited: true, withheldReason: "the owner of the withheld week_phone",
		bind: func(b loyalty.Business) any { return text(b.WeekUserID) },
		dest: func(b *loyalty.Business) any { return (*optionalText)(&b.WeekUserID) },
	},
	{
		name: "week_phones_stopped", edited: true, withheldReason: "private phones to which this installation must not send the week",
		bind: func(b loyalty.Business) any { return text(b.WeekPhonesStopped) },
		dest: func(b *loyalty.Business) any { return (*optionalText)(&b.WeekPhonesStopped) },
	},
	{
		name: "second_factor_required", flag: true, edited: true,
		bind: func(b loyalty.Business) any { return b.SecondFactorRequired },
		dest: func(b *loyalty.Business) any { return &b.SecondFactorRequired },
	},
	{
		name: "week_mailed", withheldReason: "the last week that this installation sent",
		dest: func(b *loyalty.Business) any { return &b.WeekMailed },
	},
	{name: "first_steps", dest: func(b *loyalty.Business) any { return (*optionalText)(&b.FirstSteps) }},
	{
		name: "created_at",
		bind: func(b loyalty.Business) any { return millis(b.CreatedAt) },
		dest: func(b *loyalty.Business) any { return (*optionalInstant)(&b.CreatedAt) },
	},
	{
		name: "version", edited: true, withheldReason: "version for optimistic concurrency",
		bind: func(b loyalty.Business) any { return max(b.Version, 1) },
		dest: func(b *loyalty.Business) any { return &b.Version },
	},
	{name: "qr_key", withheldReason: "a secret"},
	{name: "short_code"},
})

// ofPart converts a part's columns to columns of the whole row, which updates do not write.
func ofPart[Row, Part any](part columns[Part], selectPart func(*Row) *Part) columns[Row] {
	whole := make(columns[Row], len(part))
	for i, c := range part {
		whole[i] = column[Row]{
			name: c.name, flag: c.flag, withheldReason: c.withheldReason,
			bind: func(row Row) any { return c.bind(*selectPart(&row)) },
			dest: func(row *Row) any { return c.dest(selectPart(row)) },
		}
	}
	return whole
}

var (
	insertBusiness = businessRow.insertSQL(`businesses`)
	updateBusiness = businessRow.updateSQL(`businesses`, `id`)
	updateSending  = sendingRow.updateSQL(`businesses`, `id`)

	businessColumns = businessRow.selectList(`businesses`) + `, businesses.time_zone`
	businessByID    = `SELECT` + businessColumns + ` FROM businesses WHERE id = $1`

	businessOfQR = `
		WITH RECURSIVE records AS (
			SELECT c.business_id, c.archived_at, c.merged_into FROM customers c
			WHERE (c.qr_id = $1 OR c.id = $1 AND c.qr_id IS NULL) AND NOT EXISTS (SELECT 1 FROM revoked_qrs e WHERE e.qr_id = $1)
			UNION ALL
			SELECT c.business_id, c.archived_at, c.merged_into
			FROM records r JOIN customers c ON c.business_id = r.business_id AND c.id = r.merged_into)
		SELECT` + businessColumns + ` FROM businesses WHERE id = (SELECT business_id FROM records WHERE archived_at IS NULL)`
)

func (s *Store) scanBusiness(row scanner) (loyalty.Business, error) {
	var b loyalty.Business
	var zone string
	if err := row.Scan(businessRow.scanTargets(&b, &zone)...); err != nil {
		return b, err
	}
	var err error
	b.Zone, err = s.Zone(zone)
	return b, err
}
