//! Rows as Parquet: typed columns in groups of rows, every value optional, words as UTF-8.
//!
//! Nothing is packed beyond Parquet's own dictionaries: names repeat, and one more codec would be one more
//! library.

use std::io::Write;
use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError as Error;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;

use super::{Column, ColumnKind, Rows, Value};

/// A group holds at least so many rows, the last excepted.
const GROUP: usize = 100_000;

/// Why a Parquet file cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("the Parquet file cannot be written: {0}")]
pub struct ParquetError(#[from] Error);

/// A Parquet file that is being written.
pub struct ParquetFile<'a, W: Write + Send> {
    file: SerializedFileWriter<W>,
    columns: Vec<Column>,
    waiting: Rows<'a>,
}

impl<W: Write + Send> std::fmt::Debug for ParquetFile<'_, W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ParquetFile").field("columns", &self.columns).finish_non_exhaustive()
    }
}

impl<'a, W: Write + Send> ParquetFile<'a, W> {
    /// Begins a file with these columns.
    pub fn begin(out: W, columns: &[Column]) -> Result<Self, ParquetError> {
        let fields = columns.iter().map(field).collect::<Result<Vec<_>, _>>()?;
        let schema = Type::group_type_builder("croupier").with_fields(fields).build()?;
        // The library's own name and version would make two reports of one record differ after an update.
        let properties = WriterProperties::builder().set_created_by("croupier".to_owned()).build();
        let file = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties))?;
        Ok(Self { file, columns: columns.to_vec(), waiting: Rows::default() })
    }

    /// Adds rows.
    pub fn add(&mut self, rows: Rows<'a>) -> Result<(), ParquetError> {
        self.waiting.values.extend(rows.values);
        if self.waiting.values.len() >= GROUP * self.columns.len() { self.group() } else { Ok(()) }
    }

    /// The last rows, and the end.
    pub fn end(mut self) -> Result<(), ParquetError> {
        if !self.waiting.values.is_empty() {
            self.group()?;
        }
        self.file.close()?;
        Ok(())
    }

    fn group(&mut self) -> Result<(), ParquetError> {
        let rows = std::mem::take(&mut self.waiting);
        let width = self.columns.len();
        let mut group = self.file.next_row_group()?;
        for (at, column) in self.columns.iter().enumerate() {
            let values = || rows.values.iter().skip(at).step_by(width);
            match column.kind {
                ColumnKind::Int => write::<Int64Type>(&mut group, values(), |value| match value {
                    Value::Int(number) => Some(*number),
                    _ => None,
                }),
                ColumnKind::Float => write::<DoubleType>(&mut group, values(), |value| match value {
                    Value::Float(number) => Some(*number),
                    _ => None,
                }),
                ColumnKind::Bool => write::<BoolType>(&mut group, values(), |value| match value {
                    Value::Bool(yes) => Some(*yes),
                    _ => None,
                }),
                ColumnKind::Text => write::<ByteArrayType>(&mut group, values(), |value| match value {
                    Value::Text(words) => Some(ByteArray::from(words.as_ref())),
                    _ => None,
                }),
            }?;
        }
        group.close()?;
        Ok(())
    }
}

fn field(column: &Column) -> Result<Arc<Type>, Error> {
    let (physical, logical) = match column.kind {
        ColumnKind::Int => (Physical::INT64, None),
        ColumnKind::Float => (Physical::DOUBLE, None),
        ColumnKind::Bool => (Physical::BOOLEAN, None),
        ColumnKind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
    };
    let field = Type::primitive_type_builder(&column.name, physical)
        .with_repetition(Repetition::OPTIONAL)
        .with_logical_type(logical);
    Ok(Arc::new(field.build()?))
}

/// One column of a group: the values that are there, and for each row whether one is.
fn write<'v, T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, impl Write + Send>,
    values: impl Iterator<Item = &'v Value<'v>>,
    value: impl Fn(&Value<'_>) -> Option<T::T>,
) -> Result<(), Error> {
    let (mut there, mut levels) = (Vec::new(), Vec::new());
    for found in values.map(value) {
        levels.push(i16::from(found.is_some()));
        there.extend(found);
    }
    let Some(mut column) = group.next_column()? else { return Ok(()) };
    column.typed::<T>().write_batch(&there, Some(&levels), None)?;
    column.close()
}
