package database

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"reflect"

	"zombiezen.com/go/sqlite"
)

func bindValue(s *sqlite.Stmt, param int, value any) error {
	switch value := value.(type) {
	case nil:
		s.BindNull(param)
	case string:
		s.BindText(param, value)
	case int64:
		s.BindInt64(param, value)
	case int:
		s.BindInt64(param, int64(value))
	case bool:
		s.BindBool(param, value)
	case float64:
		s.BindFloat(param, value)
	case []byte:
		s.BindBytes(param, value)
	case sql.NullString:
		if !value.Valid {
			s.BindNull(param)
			return nil
		}
		s.BindText(param, value.String)
	case sql.NullInt64:
		if !value.Valid {
			s.BindNull(param)
			return nil
		}
		s.BindInt64(param, value.Int64)
	case driver.Valuer:
		plain, err := value.Value()
		if err != nil {
			return err
		}
		return bindValue(s, param, plain)
	default:
		return bindNamed(s, param, reflect.ValueOf(value))
	}
	return nil
}

func bindNamed(s *sqlite.Stmt, param int, value reflect.Value) error {
	switch value.Kind() {
	case reflect.String:
		s.BindText(param, value.String())
	case reflect.Int, reflect.Int64:
		s.BindInt64(param, value.Int())
	case reflect.Bool:
		s.BindBool(param, value.Bool())
	default:
		return fmt.Errorf("SQLite cannot store a %s", value.Type())
	}
	return nil
}

func scanRow(s *sqlite.Stmt, into []any) error {
	if count := s.DataCount(); count != len(into) {
		return fmt.Errorf("scanning a row: it has %d columns, not %d", count, len(into))
	}
	for i, target := range into {
		if err := scanColumn(s, i, target); err != nil {
			return fmt.Errorf("scanning column %d: %w", i+1, err)
		}
	}
	return nil
}

// TextSetter receives a text without the allocation of sql.Scanner. NULL is "".
type TextSetter interface{ SetText(text string) }

var errNull = errors.New("the column is NULL")

func scanColumn(s *sqlite.Stmt, i int, into any) error {
	missing := s.ColumnIsNull(i)
	switch into := into.(type) {
	case *any:
		*into = columnValue(s, i)
		return nil
	case *sql.NullString:
		*into = sql.NullString{Valid: !missing, String: s.ColumnText(i)}
		return nil
	case *sql.NullInt64:
		*into = sql.NullInt64{Valid: !missing, Int64: s.ColumnInt64(i)}
		return nil
	case TextSetter:
		into.SetText(s.ColumnText(i))
		return nil
	case sql.Scanner:
		return into.Scan(columnValue(s, i))
	}
	if missing {
		return errNull
	}
	switch into := into.(type) {
	case *string:
		*into = s.ColumnText(i)
	case *int64:
		*into = s.ColumnInt64(i)
	case *int:
		*into = s.ColumnInt(i)
	case *bool:
		*into = s.ColumnBool(i)
	case *float64:
		*into = s.ColumnFloat(i)
	case *[]byte:
		*into = columnBytes(s, i)
	default:
		return scanNamed(s, i, reflect.ValueOf(into).Elem())
	}
	return nil
}

func scanNamed(s *sqlite.Stmt, i int, into reflect.Value) error {
	switch into.Kind() {
	case reflect.String:
		into.SetString(s.ColumnText(i))
	case reflect.Int, reflect.Int64:
		into.SetInt(s.ColumnInt64(i))
	case reflect.Bool:
		into.SetBool(s.ColumnBool(i))
	default:
		return fmt.Errorf("cannot scan into a %s", into.Type())
	}
	return nil
}

func columnValue(s *sqlite.Stmt, i int) any {
	switch s.ColumnType(i) {
	case sqlite.TypeInteger:
		return s.ColumnInt64(i)
	case sqlite.TypeFloat:
		return s.ColumnFloat(i)
	case sqlite.TypeText:
		return s.ColumnText(i)
	case sqlite.TypeBlob:
		return columnBytes(s, i)
	}
	return nil
}

func columnBytes(s *sqlite.Stmt, i int) []byte {
	bytes := make([]byte, s.ColumnLen(i))
	s.ColumnBytes(i, bytes)
	return bytes
}
