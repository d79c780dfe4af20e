//! Values whose bits have several readings.
