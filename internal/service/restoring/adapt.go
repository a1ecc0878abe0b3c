package restoring

import (
	"encoding/base64"
	"maps"
	"regexp"
	"slices"
	"unicode/utf8"

	"axioma/internal/archive"
	"axioma/internal/loyalty"
	"axioma/internal/photo"
	"axioma/internal/store"
)

var storedPhone = regexp.MustCompile(`^\+[1-9][0-9]{6,14}$`)

var accountColumns = []string{
	"registered_by", "served_by", "authorized_by", "deleted_by", "redeemed_by", "merged_by", "undone_by", "created_by", "revoked_by",
	"scanned_by", "settled_by", "actor_id", "taken_by", "user_id",
}

// adapt checks a row, and replaces accounts, business, secrets and unsent messages of the former installation.
func (l *loader) adapt(table string, row store.RestoredRow) error {
	if fault := faultOf(table, row); fault != "" {
		return archive.Refuse("%s.jsonl tiene un valor que no vale en «%s».", table, fault)
	}
	for _, column := range accountColumns {
		if id := row.Text(column); id != "" {
			row[column] = l.people.account(id)
		}
	}
	switch table {
	case "devices":
		return l.adaptDevice(row)
	case "audit_events":
		l.adaptAct(row)
	case "messages":
		if slices.Contains([]string{"QUEUED", "SENDING"}, row.Text("status")) {
			l.result.DroppedMessages++
		}
	}
	row.Make(table)
	return nil
}

// adaptDevice revokes a device: its token was not copied. A row with enrolled_at needs some token_hash.
func (l *loader) adaptDevice(row store.RestoredRow) error {
	row["token_hash"] = nil
	if row["enrolled_at"] != nil {
		unknown, err := l.base.IDs.Secret()
		if err != nil {
			return err
		}
		row["token_hash"] = unknown
	}
	if row["revoked_at"] == nil {
		row["revoked_at"], row["revoked_by"] = l.base.Now().UnixMilli(), l.people.actorID
		l.people.isNamed = l.people.isNamed || l.people.actorID == l.people.operator.Text("id")
	}
	return nil
}

func (l *loader) adaptAct(row store.RestoredRow) {
	if at, _ := row["at"].(int64); at > l.lastAct {
		l.lastAct = at
	}
	subject := row.Text("subject_id")
	if row.Text("action") == string(loyalty.ActionCustomerCreated) && row.Text("detail") == loyalty.DetailImported {
		l.importedIDs = append(l.importedIDs, subject)
	}
	if subject == l.reader.Manifest.BusinessID {
		row["subject_id"] = l.business.ID
	}
	if account, found := l.people.ids[subject]; found {
		row["subject_id"] = account
	}
}

func faultOf(table string, row store.RestoredRow) string {
	switch table {
	case "customers":
		return faultOfCustomer(row)
	case "families":
		if isBadName(row.Text("name")) {
			return "name"
		}
	case "usual_pictures":
		return faultOfPicture(row)
	case "visits":
		target, _ := row["card_target"].(int64)
		half, _ := row["card_half"].(int64)
		if half >= target {
			return "card_half"
		}
	case "audit_events":
		return faultOfAct(row)
	}
	return ""
}

func faultOfAct(row store.RestoredRow) string {
	longest := map[string]int{"action": 60, "subject_id": 200, "fields": 1000, "role": 20, "address": 60, "device": 100}
	for _, column := range slices.Sorted(maps.Keys(longest)) {
		if utf8.RuneCountInString(row.Text(column)) > longest[column] {
			return column
		}
	}
	return ""
}

func faultOfCustomer(row store.RestoredRow) string {
	phone, email := row.Text("phone"), row.Text("email")
	parsedEmail, isEmail := loyalty.ParseEmail(email)
	switch {
	case isBadName(row.Text("name")):
		return "name"
	case phone != "" && !storedPhone.MatchString(phone):
		return "phone"
	case email != "" && (!isEmail || parsedEmail != email || len(email) > loyalty.MaxEmailLength):
		return "email"
	case !loyalty.Tag(row.Text("tag")).IsValid():
		return "tag"
	case utf8.RuneCountInString(row.Text("notes")) > loyalty.MaxNotesLength:
		return "notes"
	case utf8.RuneCountInString(row.Text("usual_note")) > loyalty.MaxUsualNote:
		return "usual_note"
	}
	return ""
}

// faultOfPicture returns the faulty column of a picture, or "". It checks as for an upload, because browsers show the
// picture.
func faultOfPicture(row store.RestoredRow) string {
	picture, err := base64.StdEncoding.DecodeString(row.Text("picture"))
	width, _ := row["width"].(int64)
	height, _ := row["height"].(int64)
	if err != nil || !photo.IsClean(picture, width, height) {
		return "picture"
	}
	return ""
}

func isBadName(name string) bool {
	return name == "" || utf8.RuneCountInString(name) > loyalty.MaxNameLength
}
